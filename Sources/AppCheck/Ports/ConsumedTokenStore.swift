/// Which tokens were used up by replay protection.
package protocol ConsumedTokenStore: Sendable {
    /// Uses up a token, durably. Of any number of simultaneous callers with the same id exactly one gets true.
    /// - Parameters:
    ///   - id: 32 bytes.
    ///   - expiresAt: when the token ends by itself and may be forgotten, in seconds since 1970. If the id was used up
    ///     before with an earlier end, the later one is kept.
    func consume(_ id: [UInt8], expiresAt: Int64) async throws(StoreError) -> Bool

    /// Forgets tokens that ended before `moment` (seconds since 1970), at most `limit` of them.
    /// - Returns: how many were forgotten.
    func forgetConsumedTokens(endedBefore moment: Int64, limit: Int) async throws(StoreError) -> Int
}
