import AppAttest
import AppAttestSimulator
import AppCheck
import MemoryStore
import Testing

/// Refusals for what only the server can know.
extension Scene {
    static let exchange = challenges + artifacts + registrations + keys

    private static let challenges = [
        Scene("an attestation of a challenge that nobody issued", "CHALLENGE_UNKNOWN", at: "E3") { stage in
            await stage.send(try stage.phone().attestation([UInt8](repeating: 7, count: 57)))
        },
        Scene("an attestation of another app's challenge", "CHALLENGE_FOR_OTHER_APP", at: "E3") { stage in
            await stage.send(try stage.phone().attestation(await stage.challenge(Specimen.twinAppID)))
        },
        Scene("an attestation of a challenge that has ended", "CHALLENGE_EXPIRED", at: "E3") { stage in
            let submission = try stage.phone().attestation(await stage.challenge())
            stage.clock.advance(by: 300)
            await stage.send(submission)
        },
        Scene("an attestation of a used challenge", "CHALLENGE_USED", at: "E5") { stage in
            let challenge = try await stage.challenge()
            await stage.send(try stage.phone().attestation(challenge))
            await stage.send(try stage.phone().attestation(challenge))
        },
        Scene("an assertion of a challenge that nobody issued", "CHALLENGE_UNKNOWN", at: "E3") { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            await stage.send(try phone.assertion([UInt8](repeating: 7, count: 57), artifact: artifact, counter: 1))
        },
        Scene("an assertion of another app's challenge", "CHALLENGE_FOR_OTHER_APP", at: "E3") { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            let challenge = try await stage.challenge(Specimen.otherAppID)
            await stage.send(try phone.assertion(challenge, artifact: artifact, counter: 1))
        },
        Scene("an assertion of a challenge that has ended", "CHALLENGE_EXPIRED", at: "E3") { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            let submission = try phone.assertion(await stage.challenge(), artifact: artifact, counter: 1)
            stage.clock.advance(by: 1_000)
            await stage.send(submission)
        },
        Scene("an assertion of a used challenge", "CHALLENGE_USED", at: "E5") { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            let challenge = try await stage.challenge()
            for counter: UInt32 in 1...2 {
                await stage.send(try phone.assertion(challenge, artifact: artifact, counter: counter))
            }
        },
    ]

    private static let artifacts = [
        Scene("an artifact in another form", "ARTIFACT_MALFORMED", at: "E1") { stage in
            await stage.send(try stage.phone().assertion(await stage.challenge(), artifact: [1, 2, 3], counter: 1))
        },
        Scene("another server's artifact", "ARTIFACT_FOREIGN", at: "E1") { stage in
            let theirs = try await Stage(store: MemoryStore(), keys: ServerKeySet.anotherServers.value)
            let (phone, artifact) = try await theirs.registeredPhone()
            await stage.send(try phone.assertion(await stage.challenge(), artifact: artifact, counter: 1))
        },
        Scene("an altered artifact", "ARTIFACT_ALTERED", at: "E1") { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            let altered = Array(artifact.dropLast() + [artifact[artifact.count - 1] ^ 1])
            await stage.send(try phone.assertion(await stage.challenge(), artifact: altered, counter: 1))
        },
        Scene("another app's artifact", "ARTIFACT_FOR_OTHER_APP", at: "E1") { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            let challenge = try await stage.challenge(Specimen.twinAppID)
            await stage.send(
                try phone.assertion(challenge, artifact: artifact, counter: 1, for: Specimen.twinAppID))
        },
    ]

    private static let registrations = narrowed.map { what, app in
        Scene(
            "a key whose \(what) is not allowed any more", "KEY_NO_LONGER_ALLOWED", at: "E2",
            app: { try Specimen.app(environments: [.development, .production]) }
        ) { stage in
            let (phone, artifact) = try await stage.registeredPhone(.development)
            stage.register(try app())
            await stage.send(try phone.assertion(await stage.challenge(), artifact: artifact, counter: 1))
        }
    }

    private static let narrowed: [(String, @Sendable () throws -> RegisteredApp)] = [
        ("environment", { try Specimen.app() }),
        ("bundle id", { try Specimen.app(bundleIDs: ["com.example.app.ext"], environments: [.development]) }),
        ("root", { try Specimen.app(environments: [.development], trustAnchors: []) }),
    ]

    private static let keys = [
        Scene("a key that is registered already", "KEY_ALREADY_REGISTERED", at: "E5") { stage in
            let (phone, _) = try await stage.registeredPhone()
            await stage.send(try phone.attestation(await stage.challenge()))
        },
        Scene("the key of another app", "KEY_MISMATCH", at: "E5") { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            stage.store.edit { $0.attested = [:] }
            await stage.send(
                try phone.attestation(await stage.challenge(Specimen.twinAppID), for: Specimen.twinAppID))
            await stage.send(try phone.assertion(await stage.challenge(), artifact: artifact, counter: 1))
        },
        Scene("a revoked key", "KEY_REVOKED", at: "E5") { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            stage.revoke(phone)
            await stage.send(try phone.assertion(await stage.challenge(), artifact: artifact, counter: 1))
        },
        Scene("a repeated attestation of a key revoked since", "KEY_REVOKED", at: "E5") { stage in
            let phone = try stage.phone()
            let submission = try phone.attestation(await stage.challenge())
            await stage.send(submission)
            stage.revoke(phone)
            await stage.send(submission)
        },
        Scene("a key at risk", "RISK_TOO_HIGH", at: "E4", app: { try Specimen.app(policies: riskAverse) }) { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            stage.measure(phone, [(-5, "11"), (-3, "12"), (-1, "13")])
            await stage.send(try phone.assertion(await stage.challenge(), artifact: artifact, counter: 1))
        },
        Scene("a counter that was seen before", "COUNTER_STALE", at: "S5") { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            for counter: UInt32 in [7, 7] {
                await stage.send(try phone.assertion(await stage.challenge(), artifact: artifact, counter: counter))
            }
        },
        Scene(
            "a counter of 0, which is looked at before the risk", "COUNTER_STALE", at: "S5",
            app: { try Specimen.app(policies: riskAverse) }
        ) { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            stage.measure(phone, [(-5, "11"), (-1, "13")])
            await stage.send(try phone.assertion(await stage.challenge(), artifact: artifact, counter: 0))
        },
        Scene(
            "a receipt that is not fresh", "RECEIPT_NOT_FRESH", at: "R5", challengeTTL: 3_600,
            app: { try Specimen.app(policies: AppPolicies(receipt: ReceiptPolicy(unusable: .refuse))) }
        ) { stage in
            let submission = try stage.phone().attestation(await stage.challenge())
            stage.clock.advance(by: 301)
            await stage.send(submission)
        },
    ]

    /// Refuses keys whose metric was above 10 for three days.
    static let riskAverse = AppPolicies(risk: RiskPolicy(action: .refuseAssertions))
}

extension Stage<MemoryStore> {
    func revoke(_ phone: Phone) {
        let (keyID, moment) = (phone.device.keyID, clock.seconds)
        store.edit { contents in
            guard let stored = contents.attested[keyID] else { return }
            contents.attested[keyID] = KeyRecord(
                key: stored.key, counter: stored.counter, lastUsedAt: stored.lastUsedAt, revokedAt: moment,
                receipt: stored.receipt)
        }
    }

    /// - Parameter history: days from now, and the metric.
    func measure(_ phone: Phone, _ history: [(days: Int64, metric: String)]) {
        let (keyID, now) = (phone.device.keyID, clock.seconds)
        let measurements = history.map { RiskMeasurement(measuredAt: now + $0.days * 86_400, metric: $0.metric) }
        store.edit { $0.measurements[keyID] = measurements }
    }
}
