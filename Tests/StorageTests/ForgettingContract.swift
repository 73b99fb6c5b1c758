import AppCheck
import Testing

@Suite("Every store, when challenges have ended") struct ForgettingContract {
    @Test("forgets the redemptions that ended before the moment, and those alone", arguments: Backend.all)
    func forgets(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            for (number, expiry) in [(1, 1999), (2, 2000), (3, 2001)] as [(Int, Int64)] {
                _ = try await store.register(
                    specimenKey(number), redeeming: redemption(number, expiresAt: expiry))
            }
            #expect(try await store.forgetRedemptions(endedBefore: 2000, limit: 10) == 1)
            #expect(try await store.forgetRedemptions(endedBefore: 2000, limit: 10) == 0)
            // The challenge that was forgotten could be used again, were it not that it has ended.
            #expect(
                try await store.register(specimenKey(4), redeeming: redemption(1, expiresAt: 1999)) == .registered)
            #expect(try await store.register(specimenKey(5), redeeming: redemption(2)) == .challengeUsed)
            #expect(
                try await store.register(specimenKey(6), redeeming: redemption(3, expiresAt: 2001)) == .challengeUsed)
        }
    }

    @Test("forgets no more than the limit at a time, the oldest first", arguments: Backend.all)
    func limit(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            for number in 1...5 {
                _ = try await store.register(
                    specimenKey(number), redeeming: redemption(number, expiresAt: Int64(number)))
            }
            #expect(try await store.forgetRedemptions(endedBefore: 100, limit: 0) == 0)
            #expect(try await store.forgetRedemptions(endedBefore: 100, limit: -1) == 0)
            #expect(try await store.forgetRedemptions(endedBefore: 100, limit: 2) == 2)
            #expect(
                try await store.register(specimenKey(6), redeeming: redemption(3, expiresAt: 3)) == .challengeUsed)
            #expect(try await store.register(specimenKey(7), redeeming: redemption(2, expiresAt: 2)) == .registered)
            #expect(try await store.forgetRedemptions(endedBefore: 100, limit: 10) == 4)
        }
    }

    @Test("keeps the keys", arguments: Backend.all) func keepsKeys(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            _ = try await store.forgetRedemptions(endedBefore: .max, limit: .max)
            #expect(try await store.attestedKey(digest(1))?.key == specimenKey())
        }
    }
}
