import AppAttest
import AppAttestSimulator
import AppCheck
import AppCheckTokens
import MemoryStore
import Testing

@Suite("An attestation that is refused") struct AttestationRefusalTests {
    @Test("says which check failed, and costs neither key nor challenge", arguments: AttestationDamage.allCases)
    func damage(_ damage: AttestationDamage) async throws {
        let stage = try await Stage(store: MemoryStore())
        let phone = try stage.phone()
        let challenge = try await stage.challenge()
        let refusal = await #expect(throws: ExchangeError.self) {
            try await stage.exchanges.exchange(phone.attestation(challenge, damage: damage))
        }
        guard case .attestation(let rejection) = refusal else {
            Issue.record("refused as \(String(describing: refusal?.reason))")
            return
        }
        #expect(rejection.reason.check == damage.expectedCheck)
        #expect(stage.store.keyCount == 0)
        #expect(stage.store.redemptionCount == 0)
        _ = try await stage.exchanges.exchange(phone.attestation(challenge))
        #expect(stage.store.keyCount == 1)
    }

    @Test("is not for this challenge") func otherChallenge() async throws {
        let stage = try await Stage(store: MemoryStore())
        let phone = try stage.phone()
        let (mine, another) = (try await stage.challenge(), try await stage.challenge())
        let made = try phone.attestation(mine)
        let refusal = await #expect(throws: ExchangeError.self) {
            try await stage.exchanges.exchange(
                AttestationSubmission(
                    project: "shop", appID: Specimen.appID, attestationObject: made.attestationObject,
                    keyID: made.keyID, challenge: another, limitedUse: false))
        }
        #expect(refusal?.reason == "NONCE_MISMATCH")
        #expect(stage.store.keyCount == 0)
    }

    @Test("has a challenge that is not taken, though the attestation is over it") func challenges() async throws {
        let stage = try await Stage(store: MemoryStore())
        let theirs = try await Stage(store: MemoryStore(), keys: ServerKeySet.anotherServers.value).challenge()
        let (twins, own) = (try await stage.challenge(Specimen.twinAppID), try await stage.challenge())
        var offered: [([UInt8], ChallengeFault)] = [(theirs, .unknown), ([], .unknown), (twins, .otherApp)]
        offered.append(([UInt8](repeating: 7, count: 100_000), .unknown))
        for (challenge, fault) in offered {
            await #expect(throws: ExchangeError.challenge(fault)) {
                try await stage.exchanges.exchange(stage.phone().attestation(challenge))
            }
        }
        stage.clock.advance(by: 300)
        await #expect(throws: ExchangeError.challenge(.expired)) {
            try await stage.exchanges.exchange(stage.phone().attestation(own))
        }
        #expect(stage.store.keyCount == 0)
        #expect(stage.store.redemptionCount == 0)
    }

    @Test("comes from an environment that the app does not allow") func environment() async throws {
        let stage = try await Stage(store: MemoryStore())
        let challenge = try await stage.challenge()
        let refusal = await #expect(throws: ExchangeError.self) {
            try await stage.exchanges.exchange(stage.phone(.development).attestation(challenge))
        }
        #expect(refusal?.reason == "WRONG_ENVIRONMENT")
    }

    @Test("is for a project or an app that is not served") func names() async throws {
        let stage = try await Stage(store: MemoryStore())
        let challenge = try await stage.challenge()
        await #expect(throws: ExchangeError.projectNotFound("Shop")) {
            try await stage.exchanges.exchange(stage.phone().attestation(challenge, project: "Shop"))
        }
        await #expect(throws: ExchangeError.appNotRegistered("1:1:ios:a")) {
            try await stage.exchanges.exchange(stage.phone().attestation(challenge, for: "1:1:ios:a"))
        }
        await #expect(throws: ExchangeError.appNotRegistered("")) {
            try await stage.exchanges.issueChallenge(appID: "", inProject: "1234567890")
        }
    }

    @Test("found the store broken, and is taken with the same challenge when that is mended", arguments: [false, true])
    func brokenStore(limitedUse: Bool) async throws {
        let stage = try await Stage(store: MemoryStore())
        let submission = try stage.phone().attestation(await stage.challenge(), limitedUse: limitedUse)
        stage.store.edit { $0.writeFailure = .unavailable("disk full") }
        await #expect(throws: ExchangeError.unavailable("the store is unavailable: disk full")) {
            try await stage.exchanges.exchange(submission)
        }
        stage.store.edit { $0.writeFailure = .unreadable("a row is damaged") }
        await #expect(throws: ExchangeError.internalFailure("the store cannot be read: a row is damaged")) {
            try await stage.exchanges.exchange(submission)
        }
        #expect(stage.store.keyCount == 0)
        #expect(stage.store.redemptionCount == 0)
        stage.store.edit { $0.writeFailure = nil }
        _ = try await stage.exchanges.exchange(submission)
        #expect(stage.store.keyCount == 1)
    }

    @Test("found the store unable to say when it was first taken") func brokenRepetition() async throws {
        let stage = try await Stage(store: MemoryStore())
        let submission = try stage.phone().attestation(await stage.challenge(), limitedUse: true)
        _ = try await stage.exchanges.exchange(submission)
        stage.store.edit { $0.readFailure = .unavailable("locked") }
        await #expect(throws: ExchangeError.unavailable("the store is unavailable: locked")) {
            try await stage.exchanges.exchange(submission)
        }
    }
}
