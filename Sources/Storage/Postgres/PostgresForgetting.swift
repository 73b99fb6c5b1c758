package import AppCheck

/// What keeps challenges and tokens from being used a second time is forgotten by the database's clock too: a server whose
/// own is far ahead would otherwise forget what the others still take.
extension PostgresStore {
    /// Seconds by which the clocks of other servers may be behind the database's.
    private static let allowance: Int64 = 600

    package func forgetRedemptions(endedBefore moment: Int64, limit: Int) async throws(StoreError) -> Int {
        try await write(.keyed) { session throws(StoreError) in
            try Redemptions.forget(
                endedBefore: Self.earliest(moment, session), limit: limit, on: session)
        }
    }

    package func forgetConsumedTokens(endedBefore moment: Int64, limit: Int) async throws(StoreError) -> Int {
        try await write(.keyed) { session throws(StoreError) in
            try ConsumedTokens.forget(
                endedBefore: Self.earliest(moment, session), limit: limit, on: session)
        }
    }

    private static func earliest(_ moment: Int64, _ session: some SQLSession) throws(StoreError) -> Int64 {
        let rows = try session.query("SELECT CAST(extract(epoch FROM CURRENT_TIMESTAMP) AS bigint)", [])
        guard case .integer(let now)? = rows.first?.first else { throw .unavailable("the database tells no time") }
        return min(moment, now - allowance)
    }
}
