import AppCheck

/// The table `consumed_tokens`: tokens that were used up and have not ended yet.
enum ConsumedTokens {
    /// - Returns: whether the token was not used up before.
    static func consume(
        _ id: [UInt8], expiresAt: Int64, on session: some SQLSession
    ) throws(StoreError) -> Decision<Bool> {
        let inserted = try session.execute(
            "INSERT INTO consumed_tokens (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            [.bytes(id), .integer(expiresAt)])
        if inserted == 1 { return .keep(true) }
        // Or the id could be forgotten while a token that bears it still lives.
        let raised = try session.execute(
            "UPDATE consumed_tokens SET expires_at = $1 WHERE id = $2 AND expires_at < $1",
            [.integer(expiresAt), .bytes(id)])
        return raised == 1 ? .keep(false) : .rollBack(false)
    }

    static func forget(
        endedBefore moment: Int64, limit: Int, on session: some SQLSession
    ) throws(StoreError) -> Decision<Int> {
        // A negative limit means none at all to one database and an error to the other.
        let forgotten = try session.execute(
            """
            DELETE FROM consumed_tokens WHERE id IN (
                SELECT id FROM consumed_tokens WHERE expires_at < $1 ORDER BY expires_at LIMIT $2
            )
            """,
            [.integer(moment), .integer(Int64(max(0, limit)))])
        return .keep(forgotten)
    }
}
