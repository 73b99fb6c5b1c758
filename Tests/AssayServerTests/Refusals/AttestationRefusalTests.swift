import AppAttest
import AppAttestSimulator
import AppCheck
import FoundationEssentials
import Testing
import TestSupport

@Suite("An attestation") struct AttestationRefusalTests {
    @Test("with any one thing wrong is refused with the reason of the check that found it") func damages() async throws
    {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            for damage in AttestationDamage.allCases {
                let message = try await live.phone.attestation(of: device, damage: damage)
                let response = try await live.phone.submit(attestation: message)
                if damage == .empty {
                    try expectError(
                        response, 400, "INVALID_ARGUMENT", "MISSING_FIELD", fields: ["attestation_statement"])
                } else if damage == .oversized {
                    try expectError(response, 413, "INVALID_ARGUMENT", "BODY_TOO_LARGE")
                } else {
                    #expect(response.status == 403, "\(damage)")
                    let reason = try #require(try response.error?.reason)
                    #expect(RejectionReason(rawValue: reason)?.check == damage.expectedCheck, "\(damage)")
                    try expectRefused(response, reason, "\(damage)")
                }
            }
            #expect(try live.site.raw.number("SELECT count(*) FROM attested_keys") == 0)
            #expect(try live.site.raw.number("SELECT count(*) FROM redemptions") == 0)
            let whole = try await live.phone.attestation(of: device)
            #expect(try await live.phone.submit(attestation: whole).status == 200)
        }
    }

    @Test("of every generation, and every unusual one, is taken") func variants() async throws {
        try await LiveServer.with { live async throws in
            for generation in DeviceGeneration.allCases {
                let device = try live.site.device(generation: generation)
                let message = try await live.phone.attestation(of: device)
                #expect(try await live.phone.submit(attestation: message).status == 200, "\(generation)")
            }
            for variant in AttestationVariant.allCases {
                let device = try live.site.device()
                let challenge = try await live.phone.challenge()
                let object = try device.attest(
                    clientDataHash: AttestationVerifier.clientDataHash(ofChallenge: challenge),
                    at: live.site.clock.date, variant: variant)
                let response = try await live.phone.submit(
                    attestation: .attestation(object, keyID: device.keyID, challenge: challenge))
                #expect(response.status == 200, "\(variant)")
            }
        }
    }

    @Test("of another key, team, bundle, environment, authority or challenge is refused with its reason")
    func foreign() async throws {
        try await LiveServer.with { live async throws in
            let (site, phone) = (live.site, live.phone)
            let others: [(String, SimulatedDevice)] = [
                ("UNKNOWN_APP", try site.device(team: "ZZZZZ99999")),
                ("UNKNOWN_APP", try site.device(bundle: "com.example.App")),
                ("UNKNOWN_APP", try site.device(bundle: "com.example.other")),
                ("WRONG_ENVIRONMENT", try site.device(environment: .development)),
                (
                    "CHAIN_UNTRUSTED",
                    try site.device(
                        authority: SimulatedAuthority(
                            notBefore: site.clock.date - 86_400, notAfter: site.clock.date + 86_400))
                ),
            ]
            for (reason, device) in others {
                let message = try await phone.attestation(of: device)
                try expectRefused(try await phone.submit(attestation: message), reason)
            }
            let device = try site.device()
            let message = try await phone.attestation(of: device)
            let otherKey = message.with("key_id", Message.quoted(try site.device().keyID))
            try expectRefused(try await phone.submit(attestation: otherKey), "KEY_ID_MISMATCH")
            let otherChallenge = message.with("challenge", Message.quoted(try await phone.challenge()))
            try expectRefused(try await phone.submit(attestation: otherChallenge), "NONCE_MISMATCH")
            #expect(try await phone.submit(attestation: message).status == 200)
        }
    }

    @Test("of a simulated device is refused by an app that trusts Apple alone") func applesRoot() async throws {
        try await LiveServer.with { live async throws in
            try await live.site.register(Site.appID, trustAnchors: [])
            let message = try await live.phone.attestation(of: live.site.device())
            try expectRefused(try await live.phone.submit(attestation: message), "CHAIN_UNTRUSTED")
        }
    }

    @Test("from development is taken only by an app that allows development") func environments() async throws {
        try await LiveServer.with { live async throws in
            let phone = live.phone.with(appID: Site.otherAppID)
            for environment in AttestationEnvironment.allCases {
                let device = try live.site.device(bundle: "com.example.other", environment: environment)
                let message = try await phone.attestation(of: device)
                #expect(try await phone.submit(attestation: message).status == 200, "\(environment)")
            }
        }
    }

    @Test("of a key that is registered is refused, whoever asks") func registeredKey() async throws {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            _ = try await live.phone.register(device)
            let again = try await live.phone.attestation(of: device)
            try expectRefused(try await live.phone.submit(attestation: again), "KEY_ALREADY_REGISTERED")
            // The same App ID under another app's name, which would let one device count twice.
            try await live.site.register("1:1234567890:ios:cc")
            let phone = live.phone.with(appID: "1:1234567890:ios:cc")
            let elsewhere = try await phone.attestation(of: device)
            try expectRefused(try await phone.submit(attestation: elsewhere), "KEY_ALREADY_REGISTERED")
            // A submission that differs in the kind of token is another one.
            let fresh = try live.site.device()
            let message = try await live.phone.attestation(of: fresh)
            #expect(try await live.phone.submit(attestation: message).status == 200)
            let limited = message.with("limited_use", "true")
            try expectRefused(try await live.phone.submit(attestation: limited), "CHALLENGE_USED")
        }
    }
}
