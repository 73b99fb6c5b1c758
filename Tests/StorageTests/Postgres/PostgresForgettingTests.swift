import AppCheck
import Foundation
import Storage
import Testing
import TestSupport

@Suite(
    "PostgreSQL, asked to forget by a server whose clock is ahead",
    .enabled(if: TestPostgres.isThere, "\(TestPostgres.absence)")
)
struct PostgresForgettingTests {
    /// The database is on this machine, so this is its time as well.
    private let now = Int64(Date().timeIntervalSince1970)

    @Test("keeps the challenges that others may still take") func redemptions() async throws {
        try await withPostgresStore { store, _ async throws in
            for (number, expiry) in [(1, now - 660), (2, now - 540), (3, now + 60)] as [(Int, Int64)] {
                _ = try await store.register(specimenKey(number), redeeming: redemption(number, expiresAt: expiry))
            }
            #expect(try await store.forgetRedemptions(endedBefore: now + 86_400, limit: 10) == 1)
            #expect(try await store.register(specimenKey(4), redeeming: redemption(2)) == .challengeUsed)
            #expect(try await store.register(specimenKey(5), redeeming: redemption(3)) == .challengeUsed)
        }
    }

    @Test("keeps the tokens that others may still take") func tokens() async throws {
        try await withPostgresStore { store, _ async throws in
            for (number, expiry) in [(1, now - 660), (2, now - 540), (3, now + 60)] as [(Int, Int64)] {
                #expect(try await store.consume(digest(number), expiresAt: expiry))
            }
            #expect(try await store.forgetConsumedTokens(endedBefore: now + 86_400, limit: 10) == 1)
            #expect(try await store.consume(digest(2), expiresAt: now + 60) == false)
            #expect(try await store.consume(digest(3), expiresAt: now + 60) == false)
        }
    }
}
