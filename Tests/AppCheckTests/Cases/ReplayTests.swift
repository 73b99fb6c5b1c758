import AppAttest
import AppAttestSimulator
import AppCheck
import Foundation
import Testing

@Suite("A refused exchange, judged again from its case file") struct ReplayTests {
    @Test("is refused for the same reason at the same step", arguments: Scene.all)
    func same(_ scene: Scene) async throws {
        let ending = try await scene.ending()
        let verdict = try replay(file(of: ending))
        #expect(verdict.refusal == ending.refusal)
        #expect(verdict.refusal?.reason == ending.refusal?.reason)
        #expect(verdict.refusal?.step == ending.refusal?.step)
        #expect(verdict.agrees)
        let failure = try #require(verdict.trace.failure)
        #expect(failure.step == ending.refusal?.step)
        #expect(failure.comparison.reason == ending.refusal?.reason)
        if let (reason, step) = scene.refusal {
            #expect(ending.refusal?.reason == reason)
            #expect(ending.refusal?.step == step)
        }
        let exchange = try #require(try ExchangeCase(json: file(of: ending)))
        #expect(exchange.expected == verdict.text)
    }

    /// Reasons that no exchange with a simulated device can have, each with the cause.
    private static let unreachable: [String: String] = [
        "CHALLENGE_MISMATCH": "the server makes the client data hash, which then has 32 bytes",
        "MALFORMED_PUBLIC_KEY": "the key is that of an artifact, which holds points that were verified",
        "RECEIPT_ISSUER_NOT_AUTHORITY":
            "no damage makes an intermediate that is silent on it; one that denies it leads to no trusted root",
    ]

    /// What an exchange about a registered app may be refused for. A new case of an enumeration is a new reason here.
    private static let reasons: [String] =
        RejectionReason.allCases.map(\.rawValue) + ChallengeFault.allCases.map(\.rawValue)
        + ArtifactFault.allCases.map(\.rawValue)
        + [ExchangeError.keyAlreadyRegistered, .keyMismatch, .keyNoLongerAllowed, .keyRevoked, .riskTooHigh].map(
            \.reason)

    @Test("was tried for every reason that an exchange can be refused for") func everyReason() async throws {
        var met: Set<String> = []
        for scene in Scene.all {
            let refusal = try await scene.ending().refusal
            met.insert(try #require(refusal?.reason))
        }
        #expect(Set(Self.reasons).subtracting(met).sorted() == Self.unreachable.keys.sorted())
        #expect(met.subtracting(Self.reasons).isEmpty)
    }

    @Test("shows all steps in the order of exchanges") func order() async throws {
        let attestation = try await replayed("a key that is registered already")
        #expect(
            attestation.trace.entries.map(\.code) == [
                "E3", "A0", "A1", "A2-A4", "A5", "A6", "A7", "A8", "A9", "AX1", "AX2", "R0", "R1", "R2", "R3", "R4",
                "R5", "R6", "RX1", "E5",
            ])
        let assertion = try await replayed("a counter that was seen before")
        #expect(
            assertion.trace.entries.map(\.code) == [
                "E1", "E2", "S0", "S1", "S2-S3", "S4", "SX1", "E3", "E4", "E5", "S5",
            ])
        let launch = try await replayed("an assertion with another category than before")
        #expect(
            launch.trace.entries.map(\.code) == [
                "E1", "E2", "S0", "S1", "S2-S3", "S4", "SX1", "P1", "E3", "E4", "E5", "S5",
            ])
        #expect(launch.trace.entries.suffix(4).allSatisfy { $0.outcome == .notReached })
        let artifact = try await replayed("an altered artifact")
        #expect(
            artifact.trace.entries.map(\.code) == [
                "E1", "E2", "S0", "S1", "S2-S3", "S4", "SX1", "E3", "E4", "E5", "S5",
            ])
        let zero = try await replayed("a counter of 0, which is looked at before the risk")
        #expect(zero.trace.entries.suffix(3).map(\.code) == ["S5", "E4", "E5"])
        #expect(zero.trace.entries.suffix(2).allSatisfy { $0.outcome == .notReached })
    }

    @Test("tells what was computed again from what the server found") func words() async throws {
        for (name, isComputed) in [
            ("an attestation of a challenge that has ended", true),
            ("an assertion of another app's challenge", false), ("an altered artifact", false),
            ("a key whose root is not allowed any more", true), ("a key at risk", true), ("a revoked key", false),
            ("a counter that was seen before", true),
        ] {
            let failure = try #require(try await replayed(name).trace.failure)
            #expect(failure.comparison.found.hasSuffix("as the server found") == !isComputed, "\(name)")
        }
        let risk = try #require(try await replayed("a key at risk").trace.failure)
        #expect(risk.comparison.expected == "a metric that does not stay above 10 for 259200 seconds")
        #expect(risk.comparison.found == "the metrics 11, 12, 13")
    }

    @Test("shows a receipt that was only recorded, and goes on") func recordedReceipt() async throws {
        let scene = Scene("a bad receipt of a registered key", "KEY_ALREADY_REGISTERED", at: "E5") { stage in
            let (phone, _) = try await stage.registeredPhone()
            await stage.send(try phone.attestation(await stage.challenge(), receiptDamage: .signatureBit))
        }
        let verdict = try replay(file(of: await scene.ending()))
        #expect(verdict.agrees)
        let reported = verdict.trace.entries.filter { if case .reported = $0.outcome { true } else { false } }
        #expect(reported.map(\.code) == ["R1"])
    }

    @Test("shows a rule that only reports, and goes on") func reportedRule() async throws {
        let policies = AppPolicies(
            receipt: ReceiptPolicy(unusable: .refuse, reportOnly: true),
            risk: RiskPolicy(action: .refuseAssertions, reportOnly: true),
            launch: LaunchPolicy(keyAccess: .init(.require, .macOS, reportOnly: true)))
        let app: @Sendable () throws -> RegisteredApp = { try Specimen.app(policies: policies) }
        let attestation = Scene("reports", "KEY_ALREADY_REGISTERED", at: "E5", app: app) { stage in
            let (phone, _) = try await stage.registeredPhone()
            await stage.send(try phone.attestation(await stage.challenge(), receiptDamage: .keyOther))
        }
        let assertion = Scene("reports", "CHALLENGE_USED", at: "E5", app: app) { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            stage.measure(phone, [(-5, "11"), (-1, "12")])
            let challenge = try await stage.challenge()
            for counter: UInt32 in 1...2 {
                await stage.send(try phone.assertion(challenge, artifact: artifact, counter: counter))
            }
        }
        for (scene, steps) in [(attestation, ["P5", "R6"]), (assertion, ["E4"])] {
            let verdict = try replay(file(of: await scene.ending()))
            #expect(verdict.agrees)
            let reported = verdict.trace.entries.filter { if case .reported = $0.outcome { true } else { false } }
            #expect(reported.map(\.code) == steps)
        }
    }

    private func replayed(_ name: String) async throws -> ExchangeVerdict {
        let scene = try #require(Scene.all.first { $0.name == name })
        return try replay(file(of: await scene.ending()))
    }
}
