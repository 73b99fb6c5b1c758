import AppCheck
import Testing
import TestSupport

@Suite("Every store, when counters advance") struct CounterContract {
    @Test("raises the counter and redeems the challenge", arguments: Backend.all)
    func advances(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            #expect(try await store.advance(specimenKey(), to: 1, redeeming: redemption(2), at: 1100) == .advanced)
            #expect(try await store.attestedKey(digest(1))?.counter == 1)
            let again = try await store.advance(specimenKey(), to: 2, redeeming: redemption(2), at: 1101)
            #expect(again == .challengeUsed)
            #expect(try await store.attestedKey(digest(1))?.counter == 1)
        }
    }

    @Test("refuses the challenge of a registration, and one of an assertion for a registration", arguments: Backend.all)
    func sharedChallenges(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            let advanced = try await store.advance(specimenKey(), to: 1, redeeming: redemption(1), at: 1100)
            #expect(advanced == .challengeUsed)
            _ = try await store.advance(specimenKey(), to: 1, redeeming: redemption(2, request: 2), at: 1100)
            #expect(try await store.register(specimenKey(3), redeeming: redemption(2, request: 3)) == .challengeUsed)
        }
    }

    @Test("refuses counters that do not grow, and leaves their challenges unused", arguments: Backend.all)
    func staleCounters(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            #expect(try await store.advance(specimenKey(), to: 7, redeeming: redemption(2), at: 1100) == .advanced)
            for stale: UInt32 in [0, 1, 2, 3, 4, 5, 6, 7] {
                let outcome = try await store.advance(specimenKey(), to: stale, redeeming: redemption(3), at: 1101)
                #expect(outcome == .staleCounter(stored: 7))
            }
            #expect(try await store.advance(specimenKey(), to: 8, redeeming: redemption(3), at: 1102) == .advanced)
        }
    }

    @Test("counts to the end of 32 bits and no further", arguments: Backend.all)
    func wholeRange(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            let steps: [UInt32] = [1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF]
            for (index, counter) in steps.enumerated() {
                let challenge = redemption(10 + index)
                #expect(
                    try await store.advance(specimenKey(), to: counter, redeeming: challenge, at: 1100) == .advanced)
                #expect(try await store.attestedKey(digest(1))?.counter == counter)
            }
            let outcome = try await store.advance(specimenKey(), to: 0xFFFF_FFFF, redeeming: redemption(2), at: 1100)
            #expect(outcome == .staleCounter(stored: 0xFFFF_FFFF))
        }
    }

    @Test("stores a key again that was lost, with the counter received", arguments: Backend.all)
    func recreates(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            #expect(try await store.advance(specimenKey(), to: 9, redeeming: redemption(1), at: 1100) == .advanced)
            let stored = try #require(await store.attestedKey(digest(1)))
            #expect(stored.key == specimenKey())
            #expect(stored.counter == 9)
            let outcome = try await store.advance(specimenKey(), to: 9, redeeming: redemption(2), at: 1100)
            #expect(outcome == .staleCounter(stored: 9))
        }
    }

    @Test(
        "refuses a key that is another's, and leaves the challenge unused", arguments: Backend.all,
        [
            specimenKey(publicKey: 8), specimenKey(app: "1:1234567890:ios:bb"), specimenKey(project: "1234567891"),
        ])
    func keyMismatch(_ backend: Backend, _ other: AttestedKey) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            #expect(try await store.advance(other, to: 5, redeeming: redemption(2), at: 1100) == .keyMismatch)
            #expect(try await store.attestedKey(digest(1))?.counter == 0)
            #expect(try await store.advance(specimenKey(), to: 1, redeeming: redemption(2), at: 1100) == .advanced)
        }
    }

    @Test("lets one of many callers with the same counter advance", arguments: Backend.all)
    func racingCounter(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            let outcomes = try await atOnce(25) { number in
                try await store.advance(specimenKey(), to: 3, redeeming: redemption(100 + number), at: 1100)
            }
            #expect(outcomes.count { $0 == .advanced } == 1)
            #expect(outcomes.count { $0 == .staleCounter(stored: 3) } == 24)
        }
    }

    @Test("lets one of many callers with the same challenge advance", arguments: Backend.all)
    func racingChallenge(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let outcomes = try await atOnce(25) { number in
                try await store.advance(specimenKey(number), to: 3, redeeming: redemption(1, request: number), at: 1100)
            }
            #expect(outcomes.count { $0 == .advanced } == 1)
            #expect(outcomes.count { $0 == .challengeUsed } == 24)
        }
    }

    @Test("ends at the highest of counters that race in any order", arguments: Backend.all)
    func racingCounters(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let counters = (1...25).map(UInt32.init).shuffled()
            let advanced = try await atOnce(25) { index in
                let challenge = redemption(100 + index)
                let outcome = try await store.advance(
                    specimenKey(), to: counters[index], redeeming: challenge, at: 1100)
                return outcome == .advanced ? counters[index] : 0
            }
            #expect(advanced.max() == 25)
            #expect(try await store.attestedKey(digest(1))?.counter == 25)
        }
    }
}
