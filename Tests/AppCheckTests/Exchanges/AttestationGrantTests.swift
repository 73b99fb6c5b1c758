import AppAttest
import AppAttestSimulator
import AppCheck
import AppCheckTokens
import MemoryStore
import Storage
import Testing

@Suite("An attestation that is taken") struct AttestationGrantTests {
    @Test("registers the key with what the attestation said", arguments: DeviceGeneration.allCases)
    func registration(_ generation: DeviceGeneration) async throws {
        try await withStageOnDisk { stage in
            let phone = try stage.phone(bundleID: "com.example.app.ext", generation: generation)
            _ = try await stage.exchanges.exchange(phone.attestation(stage.challenge()))
            let stored = try #require(try await stage.store.attestedKey(phone.device.keyID))
            #expect(stored.counter == 0)
            #expect(stored.key.publicKey == phone.device.publicKeyX963)
            #expect(stored.key.appID == Specimen.appID)
            #expect(stored.key.projectNumber == "1234567890")
            #expect(stored.key.attestedAppID == AppID(teamID: "SIMTEAM123", bundleID: "com.example.app.ext"))
            #expect(stored.key.environment == .production)
            #expect(stored.key.attestedAt == 1_781_524_800)
            #expect(stored.receipt?.facts?.type == .attest)
            #expect(stored.key.osVersion == generation.osVersion)
            #expect(stored.key.osBuild == generation.build)
            #expect(stored.key.validationCategory == (generation.hasSignedExtensions ? 4 : nil))
            #expect(stored.key.bundleVersion == (generation.hasSignedExtensions ? "1" : nil))
        }
    }

    @Test("earns a session of the app's lifetime") func session() async throws {
        let stage = try await Stage(store: MemoryStore(), app: Specimen.app(tokenTTL: 604_800))
        let grant = try await stage.exchanges.exchange(stage.phone().attestation(stage.challenge()))
        #expect(grant.token.ttl == 604_800)
        let verified = try stage.verify(grant.token)
        #expect(verified.appID == "1:1234567890:ios:0a1b2c3d4e5f")
        #expect(verified.issuedAt == 1_781_524_800)
        #expect(verified.expiry == 1_782_129_600)
        #expect(verified.jti == nil)
        #expect(throws: Never.self) { try stage.verify(grant.token, at: 1_782_129_599) }
        #expect(throws: TokenError.self) { try stage.verify(grant.token, at: 1_782_129_600) }
    }

    @Test("gets exactly the claims that verifiers know") func claims() async throws {
        let stage = try await Stage(store: MemoryStore())
        let grant = try await stage.exchanges.exchange(stage.phone().attestation(stage.challenge()))
        let parts = grant.token.token.split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        #expect(
            String(decoding: try #require(Base64URL.decode(parts[1])), as: UTF8.self) == """
                {"sub":"1:1234567890:ios:0a1b2c3d4e5f","aud":["projects/1234567890","projects/shop"],\
                "iss":"https://firebaseappcheck.googleapis.com/1234567890","exp":1781528400,"iat":1781524800}
                """)
    }

    @Test("earns 300 seconds and a name of its own for limited use") func limitedUse() async throws {
        let stage = try await Stage(store: MemoryStore())
        var names: Set<String> = []
        for _ in 0..<5 {
            let grant = try await stage.exchanges.exchange(
                stage.phone().attestation(stage.challenge(), limitedUse: true))
            #expect(grant.token.ttl == 300)
            let verified = try stage.verify(grant.token)
            #expect(verified.expiry - verified.issuedAt == 300)
            let jti = try #require(verified.jti)
            #expect((16...250).contains(jti.utf8.count))
            names.insert(jti)
        }
        #expect(names.count == 5)
    }

    @Test("may name the project by number or by id") func projectNames() async throws {
        let stage = try await Stage(store: MemoryStore())
        for project in ["shop", "1234567890"] {
            let submission = try stage.phone().attestation(await stage.challenge(), project: project)
            let grant = try await stage.exchanges.exchange(submission)
            #expect(try stage.verify(grant.token).appID == Specimen.appID)
        }
    }

    @Test("may come from either environment that the app allows, and from no other") func environments() async throws {
        let both = try await Stage(
            store: MemoryStore(), app: Specimen.app(environments: [.development, .production]))
        for environment in AttestationEnvironment.allCases {
            let phone = try both.phone(environment)
            _ = try await both.exchanges.exchange(phone.attestation(both.challenge()))
            #expect(try await both.store.attestedKey(phone.device.keyID)?.key.environment == environment)
        }
    }
}
