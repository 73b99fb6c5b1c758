import AppAttest
import AppCheck
import Testing
import TestSupport

@Suite("Every store, when keys are registered") struct RegistrationContract {
    @Test("keeps a new key, whole, with counter 0", arguments: Backend.all)
    func registers(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            #expect(try await store.register(specimenKey(), redeeming: redemption(1)) == .registered)
            let stored = try #require(await store.attestedKey(digest(1)))
            #expect(stored.key == specimenKey())
            #expect(stored.counter == 0)
        }
    }

    @Test("keeps a key of which the device said little", arguments: Backend.all)
    func registersSparse(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let full = specimenKey()
            let key = AttestedKey(
                keyID: full.keyID, publicKey: full.publicKey, projectNumber: full.projectNumber, appID: full.appID,
                attestedAppID: full.attestedAppID, environment: .development, attestedAt: 0)
            #expect(try await store.register(key, redeeming: redemption(1)) == .registered)
            #expect(try await store.attestedKey(digest(1))?.key == key)
        }
    }

    @Test("knows nothing of a key that nobody registered", arguments: Backend.all)
    func unknown(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            #expect(try await store.attestedKey(digest(1)) == nil)
            #expect(try await store.attestedKey([]) == nil)
        }
    }

    @Test("recognises a request that is repeated, and changes nothing", arguments: Backend.all)
    func repeats(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            _ = try await store.advance(specimenKey(), to: 5, redeeming: redemption(2), at: 1100)
            #expect(try await store.register(specimenKey(), redeeming: redemption(1)) == .repeated)
            #expect(try await store.attestedKey(digest(1))?.counter == 5)
        }
    }

    @Test(
        "takes no other request for a repetition", arguments: Backend.all,
        [
            (specimenKey(), redemption(1, request: 2)),
            (specimenKey(2), redemption(1)),
            (specimenKey(publicKey: 8), redemption(1)),
            (specimenKey(app: "1:1234567890:ios:bb"), redemption(1)),
            (specimenKey(project: "1234567891"), redemption(1)),
        ])
    func challengeUsed(_ backend: Backend, _ other: (key: AttestedKey, challenge: ChallengeRedemption)) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            #expect(try await store.register(other.key, redeeming: other.challenge) == .challengeUsed)
            #expect(try await store.attestedKey(digest(1))?.key == specimenKey())
            #expect(try await store.attestedKey(digest(2)) == nil)
        }
    }

    @Test(
        "refuses a key id that is registered, and leaves the challenge unused", arguments: Backend.all,
        [specimenKey(), specimenKey(publicKey: 8), specimenKey(app: "1:1234567890:ios:bb")])
    func keyAlreadyRegistered(_ backend: Backend, _ again: AttestedKey) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            let refused = try await store.register(again, redeeming: redemption(2, request: 2))
            #expect(refused == .keyAlreadyRegistered)
            #expect(try await store.attestedKey(digest(1))?.key == specimenKey())
            #expect(try await store.register(specimenKey(2), redeeming: redemption(2, request: 3)) == .registered)
        }
    }

    @Test("calls it registered already, not repeated, once the challenge is forgotten", arguments: Backend.all)
    func sweptRepetition(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            #expect(try await store.forgetRedemptions(endedBefore: 2001, limit: 10) == 1)
            #expect(try await store.register(specimenKey(), redeeming: redemption(1)) == .keyAlreadyRegistered)
        }
    }

    @Test("lets one of many identical callers register and calls the others repeated", arguments: Backend.all)
    func racingRepetitions(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let outcomes = try await atOnce(32) { _ in
                try await store.register(specimenKey(), redeeming: redemption(1))
            }
            #expect(outcomes.count { $0 == .registered } == 1)
            #expect(outcomes.count { $0 == .repeated } == 31)
        }
    }

    @Test("lets one of many keys that race for a challenge have it", arguments: Backend.all)
    func racingKeys(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let outcomes = try await atOnce(32) { number in
                try await store.register(specimenKey(number), redeeming: redemption(1, request: number))
            }
            #expect(outcomes.count { $0 == .registered } == 1)
            #expect(outcomes.count { $0 == .challengeUsed } == 31)
        }
    }

    @Test("registers a key once, with whichever of many challenges comes first", arguments: Backend.all)
    func racingChallenges(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let outcomes = try await atOnce(32) { number in
                try await store.register(specimenKey(), redeeming: redemption(number, request: number))
            }
            #expect(outcomes.count { $0 == .registered } == 1)
            #expect(outcomes.count { $0 == .keyAlreadyRegistered } == 31)
            // The refused challenges can still be used.
            let others = try await atOnce(32) { number in
                try await store.register(specimenKey(100 + number), redeeming: redemption(number, request: 100))
            }
            #expect(others.count { $0 == .registered } == 31)
            #expect(others.count { $0 == .challengeUsed } == 1)
        }
    }
}
