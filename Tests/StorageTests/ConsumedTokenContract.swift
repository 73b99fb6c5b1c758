import AppCheck
import Testing
import TestSupport

@Suite("Every store, when tokens are used up") struct ConsumedTokenContract {
    @Test("says of each token once that it was not used before", arguments: Backend.all)
    func consumes(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            #expect(try await store.consume(digest(1), expiresAt: 2000))
            #expect(try await !store.consume(digest(1), expiresAt: 2000))
            #expect(try await !store.consume(digest(1), expiresAt: 1))
            #expect(try await store.consume(digest(2), expiresAt: 2000))
        }
    }

    @Test("lets one of many callers use a token up", arguments: Backend.all)
    func races(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let won = try await atOnce(50) { number in
                try await store.consume(digest(1), expiresAt: 2000 + Int64(number))
            }
            #expect(won.count { $0 } == 1)
            #expect(try await store.forgetConsumedTokens(endedBefore: 2049, limit: 10) == 0)
            #expect(try await store.forgetConsumedTokens(endedBefore: 2050, limit: 10) == 1)
        }
    }

    @Test("forgets tokens that ended before the moment, by the latest end it heard of", arguments: Backend.all)
    func forgets(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            for (number, expiry) in [(1, 1999), (2, 2000), (3, 2001), (4, 1000)] as [(Int, Int64)] {
                #expect(try await store.consume(digest(number), expiresAt: expiry))
            }
            #expect(try await !store.consume(digest(4), expiresAt: 2500))
            #expect(try await !store.consume(digest(3), expiresAt: 1))
            #expect(try await store.forgetConsumedTokens(endedBefore: 2000, limit: 10) == 1)
            #expect(try await store.consume(digest(1), expiresAt: 1999))
            for kept in 2...4 { #expect(try await !store.consume(digest(kept), expiresAt: 0)) }
        }
    }

    @Test("forgets no more than the limit at a time, the oldest first", arguments: Backend.all)
    func limit(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            for number in 1...5 { _ = try await store.consume(digest(number), expiresAt: Int64(number)) }
            #expect(try await store.forgetConsumedTokens(endedBefore: 100, limit: 0) == 0)
            #expect(try await store.forgetConsumedTokens(endedBefore: 100, limit: -1) == 0)
            #expect(try await store.forgetConsumedTokens(endedBefore: 100, limit: 2) == 2)
            #expect(try await !store.consume(digest(3), expiresAt: 3))
            #expect(try await store.consume(digest(2), expiresAt: 2))
            #expect(try await store.forgetConsumedTokens(endedBefore: .max, limit: .max) == 4)
        }
    }
}
