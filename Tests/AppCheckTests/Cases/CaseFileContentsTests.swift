import AppAttest
import AppAttestSimulator
import AppCheck
import AppCheckTokens
import Foundation
import AppCheckTokens
import MemoryStore
import TestSupport
import Testing

@Suite("The case file of a refused exchange") struct CaseFileContentsTests {
    @Test("is not written for an exchange that was granted") func granted() async throws {
        let witness = Witness()
        let stage = try await Stage(store: MemoryStore(), observer: witness)
        _ = try await stage.registeredPhone()
        #expect(witness.endings.count == 1)
        #expect(witness.endings.allSatisfy { $0.caseFile == nil && $0.caseFileName == nil })
    }

    /// Whoever knows nothing of exchanges judges the object; the refusals of the rest are none of it.
    @Test("is one of the object alone, too", arguments: Scene.all) func objectAlone(_ scene: Scene) async throws {
        let ending = try await scene.ending()
        let (file, step) = (try file(of: ending), try #require(ending.refusal?.step))
        guard step != "E1" || ending.evidence.findings.artifact != nil else {
            // Nobody knows whose key signed.
            let error = #expect(throws: CaseFileError.self) { try AppAttestCase(json: file) }
            #expect(error?.description == "publicKey: missing")
            return
        }
        let object = try AppAttestCase(json: file)
        let verdict = object.judge(with: AttestationVerifier(), AssertionVerifier(), receiptsAre: .strict)
        // A case alone is judged as recorded, not as having just come; of a counter that is too low it knows.
        let isOfObject = !step.hasPrefix("E") && step != "R5"
        #expect(verdict.text == (isOfObject ? object.expected : "valid"))
        // Readers of before know none of the members that are new.
        guard step.hasPrefix("A") || step.hasPrefix("S") else { return }
        var members = try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
        let new = [
            "attested", "bundleIds", "clockLeeway", "environments", "exchange", "launchPolicy", "receiptPolicy",
        ]
        for name in new { members[name] = nil }
        let old = try AppAttestCase(json: Array(JSONSerialization.data(withJSONObject: members)))
        #expect(old.judge(with: AttestationVerifier(), AssertionVerifier()).text == object.expected)
    }

    @Test("names the bundle id and the environment that the object is of, for readers that take one of each")
    func ownNames() async throws {
        let scene = Scene(
            "a registered key of the second bundle id", "KEY_ALREADY_REGISTERED", at: "E5",
            app: { try Specimen.app(environments: [.production, .development]) }
        ) { stage in
            let phone = try stage.phone(.development, bundleID: "com.example.app.ext")
            for _ in 1...2 { await stage.send(try phone.attestation(await stage.challenge())) }
        }
        let object = try AppAttestCase(json: file(of: await scene.ending()))
        #expect(object.appID.bundleID == "com.example.app.ext")
        #expect(object.environment == .development)
        #expect(object.appIDs.map(\.bundleID) == ["com.example.app", "com.example.app.ext"])
        #expect(object.environments == [.production, .development])
    }

    @Test("says what it says in words that can be read") func readable() async throws {
        let scene = try #require(Scene.all.first { $0.name == "a key at risk" })
        let text = String(decoding: try file(of: await scene.ending()), as: UTF8.self)
        for line in [
            #"  "expected" : "invalid:risk-too-high","#, #"  "kind" : "assertion","#, #"    "project" : "1234567890","#,
            #"    "app" : "1:1234567890:ios:0a1b2c3d4e5f","#, #"    "artifact" : "GENUINE","#,
            #"      "endsAt" : "2026-06-15T12:05:00Z","#, #"        "metric" : "13""#,
            #"      "action" : "REFUSE_ASSERTIONS","#, #"      "reason" : "RISK_TOO_HIGH","#, #"      "step" : "E4""#,
            #"  "validAt" : "2026-06-15T12:00:00Z""#,
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line)")
        }
        #expect(text.hasSuffix("}\n"))
    }

    @Test("holds no artifact, no challenge and no token") func secrets() async throws {
        let witness = Witness()
        let stage = try await Stage(store: MemoryStore(), observer: witness)
        let phone = try stage.phone()
        let (first, second) = (try await stage.challenge(), try await stage.challenge())
        let grant = try await stage.exchanges.exchange(phone.attestation(first))
        let artifact = grant.artifact
        await stage.send(try phone.attestation(first, damage: .counterOne))
        for counter: UInt32 in [0, 3, 3] {
            await stage.send(try phone.assertion(second, artifact: artifact, counter: counter))
        }
        stage.revoke(phone)
        let third = try await stage.challenge()
        await stage.send(try phone.assertion(third, artifact: artifact, counter: 4))
        let files = try witness.endings.filter { $0.refusal != nil }.map { try file(of: $0) }
        #expect(files.count == 4)
        for file in files {
            for secret in [first, second, third, artifact, Array(grant.token.token.utf8)] {
                #expect(!file.holds(secret))
            }
        }
        // What is looked for is found where it is.
        #expect(files[3].holds(phone.device.keyID) == false)
        #expect(files[0].holds(phone.device.keyID))
        #expect(files[0].holds(Array("shop".utf8)) == false)
    }

    @Test("is never longer than 256 KiB, whatever is registered and sent") func longest() async throws {
        let bundleIDs = (100...149).map { "com.example." + String(repeating: "a", count: 140) + "\($0)" }
        let anchors = try (0..<8).map { _ in
            try SimulatedAuthority(
                notBefore: Date(timeIntervalSince1970: 1_735_689_600),
                notAfter: Date(timeIntervalSince1970: 2_051_222_400)
            ).trustAnchor
        }
        let scene = Scene(
            "as much as a body can hold", "CHALLENGE_UNKNOWN", at: "E3",
            app: { try Specimen.app(bundleIDs: bundleIDs, trustAnchors: anchors) }
        ) { stage in
            await stage.send(
                AttestationSubmission(
                    project: "shop", appID: Specimen.appID, attestationObject: [UInt8](repeating: 1, count: 65_536),
                    keyID: [UInt8](repeating: 2, count: 65_536), challenge: [1], limitedUse: false))
        }
        let file = try file(of: await scene.ending())
        #expect((175_000...256 * 1024).contains(file.count))
        #expect(try replay(file).agrees)
    }
}
