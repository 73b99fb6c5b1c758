import AppAttest
import AppAttestSimulator
import AppCheck
import AppCheckTokens
import MemoryStore
import Storage
import Testing

@Suite("An assertion") struct AssertionTests {
    @Test("earns a token and sets the counter to the one received") func grant() async throws {
        try await withStageOnDisk { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            let session = try await stage.exchanges.exchange(
                phone.assertion(stage.challenge(), artifact: artifact, counter: 3))
            #expect(session.ttl == 3600)
            #expect(try stage.verify(session).appID == Specimen.appID)
            #expect(try stage.verify(session).jti == nil)
            #expect(try await stage.counter(of: phone) == 3)
            var names: Set<String?> = []
            for counter: UInt32 in [4, 90, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
                let token = try await stage.exchanges.exchange(
                    phone.assertion(stage.challenge(), artifact: artifact, counter: counter, limitedUse: true))
                #expect(token.ttl == 300)
                #expect(try await stage.counter(of: phone) == counter)
                names.insert(try stage.verify(token).jti)
            }
            #expect(names.count == 5 && !names.contains(nil))
        }
    }

    @Test("with a counter seen before is stale, and leaves its challenge usable") func staleCounters() async throws {
        try await withStageOnDisk { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            _ = try await stage.exchanges.exchange(
                phone.assertion(stage.challenge(), artifact: artifact, counter: 1))
            _ = try await stage.exchanges.exchange(
                phone.assertion(stage.challenge(), artifact: artifact, counter: 7))
            let challenge = try await stage.challenge()
            for counter: UInt32 in 0...7 {
                await #expect(throws: ExchangeError.counterStale) {
                    try await stage.exchanges.exchange(
                        phone.assertion(challenge, artifact: artifact, counter: counter))
                }
            }
            #expect(try await stage.counter(of: phone) == 7)
            _ = try await stage.exchanges.exchange(phone.assertion(challenge, artifact: artifact, counter: 8))
            #expect(try await stage.counter(of: phone) == 8)
        }
    }

    @Test("after the last counter is stale for ever") func lastCounter() async throws {
        let stage = try await Stage(store: MemoryStore())
        let (phone, artifact) = try await stage.registeredPhone()
        _ = try await stage.exchanges.exchange(phone.assertion(stage.challenge(), artifact: artifact, counter: .max))
        for counter: UInt32 in [.max, 0, 1] {
            await #expect(throws: ExchangeError.counterStale) {
                try await stage.exchanges.exchange(
                    phone.assertion(stage.challenge(), artifact: artifact, counter: counter))
            }
        }
    }

    @Test("that is damaged is refused by the check it fails, and moves nothing", arguments: AssertionDamage.allCases)
    func damage(_ damage: AssertionDamage) async throws {
        let stage = try await Stage(store: MemoryStore())
        let (phone, artifact) = try await stage.registeredPhone()
        _ = try await stage.exchanges.exchange(phone.assertion(stage.challenge(), artifact: artifact, counter: 7))
        let challenge = try await stage.challenge()
        let refusal = await #expect(throws: ExchangeError.self) {
            try await stage.exchanges.exchange(
                phone.assertion(challenge, artifact: artifact, previousCounter: 7, damage: damage))
        }
        if case .assertion(let rejection) = refusal {
            #expect(rejection.reason.check == damage.expectedCheck)
        } else {
            #expect(refusal == .counterStale)
            #expect(damage.expectedCheck == "counter")
        }
        #expect(try await stage.counter(of: phone) == 7)
        #expect(stage.store.redemptionCount == 2)
        _ = try await stage.exchanges.exchange(phone.assertion(challenge, artifact: artifact, counter: 8))
    }

    @Test("of another device does not move this one's counter") func otherDevice() async throws {
        let stage = try await Stage(store: MemoryStore())
        let (phone, artifact) = try await stage.registeredPhone()
        let (other, othersArtifact) = try await stage.registeredPhone()
        let challenge = try await stage.challenge()
        let forged = try other.assertion(challenge, artifact: artifact, counter: 9)
        let borrowed = try phone.assertion(challenge, artifact: artifact, counter: 9)
        let offered = [
            forged,
            AssertionSubmission(
                project: "shop", appID: Specimen.appID, artifact: othersArtifact, assertion: borrowed.assertion,
                challenge: challenge, limitedUse: false),
        ]
        for submission in offered {
            let refusal = await #expect(throws: ExchangeError.self) { try await stage.exchanges.exchange(submission) }
            #expect(refusal?.reason == "SIGNATURE_INVALID")
        }
        for phone in [phone, other] { #expect(try await stage.counter(of: phone) == 0) }
    }

    @Test("is over one challenge and no other") func otherChallenge() async throws {
        let stage = try await Stage(store: MemoryStore())
        let (phone, artifact) = try await stage.registeredPhone()
        let (mine, another) = (try await stage.challenge(), try await stage.challenge())
        let made = try phone.assertion(mine, artifact: artifact, counter: 1)
        // The border between artifact and challenge cannot be moved either.
        let moved = (Array(artifact.dropLast()), [artifact[artifact.count - 1]] + mine)
        for (artifact, challenge, reason) in [
            (artifact, another, "SIGNATURE_INVALID"), (moved.0, moved.1, "ARTIFACT_ALTERED"),
        ] {
            let refusal = await #expect(throws: ExchangeError.self) {
                try await stage.exchanges.exchange(
                    AssertionSubmission(
                        project: "shop", appID: Specimen.appID, artifact: artifact, assertion: made.assertion,
                        challenge: challenge, limitedUse: false))
            }
            #expect(refusal?.reason == reason)
        }
        #expect(try await stage.counter(of: phone) == 0)
    }

    @Test("has a challenge that is not taken, though it signs it") func challenges() async throws {
        let stage = try await Stage(store: MemoryStore())
        let (phone, artifact) = try await stage.registeredPhone()
        let theirs = try await Stage(store: MemoryStore(), keys: ServerKeySet.anotherServers.value).challenge()
        let (twins, own) = (try await stage.challenge(Specimen.twinAppID), try await stage.challenge())
        for (challenge, fault) in [(theirs, ChallengeFault.unknown), ([], .unknown), (twins, .otherApp)] {
            await #expect(throws: ExchangeError.challenge(fault)) {
                try await stage.exchanges.exchange(phone.assertion(challenge, artifact: artifact, counter: 5))
            }
        }
        stage.clock.advance(by: 300)
        await #expect(throws: ExchangeError.challenge(.expired)) {
            try await stage.exchanges.exchange(phone.assertion(own, artifact: artifact, counter: 5))
        }
        #expect(try await stage.counter(of: phone) == 0)
    }
}
