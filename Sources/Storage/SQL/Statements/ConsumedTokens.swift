import AppCheck

/// The table `consumed_tokens`: tokens that were used up and have not ended yet.
package enum ConsumedTokens {
    /// Uses up a token, provided that it was not used up before.
    static func insert(_ id: [UInt8], expiresAt: Int64) -> SQLCommand {
        SQLCommand(insert, [.bytes(id), .integer(expiresAt)])
    }

    /// Keeps the later end: or the id could be forgotten while a token that bears it still lives.
    static func prolong(_ id: [UInt8], until expiresAt: Int64) -> SQLCommand {
        SQLCommand(prolong, [.integer(expiresAt), .bytes(id)])
    }

    /// - Returns: whether the token was not used up before.
    static func consume(
        _ id: [UInt8], expiresAt: Int64, on session: some SQLSession
    ) throws(StoreError) -> Decision<Bool> {
        if try insert(id, expiresAt: expiresAt).run(on: session) == 1 { return .keep(true) }
        return try prolong(id, until: expiresAt).run(on: session) == 1 ? .keep(false) : .rollBack(false)
    }

    static func forget(
        endedBefore moment: Int64, limit: Int, on session: some SQLSession
    ) throws(StoreError) -> Decision<Int> {
        // A negative limit means none at all to one database and an error to the other.
        let forgotten = try session.execute(
            forget,
            [.integer(moment), .integer(Int64(max(0, limit)))])
        return .keep(forgotten)
    }

    package static let insert = "INSERT INTO consumed_tokens (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING"
    package static let prolong = "UPDATE consumed_tokens SET expires_at = $1 WHERE id = $2 AND expires_at < $1"
    package static let forget = """
        DELETE FROM consumed_tokens WHERE id IN (
            SELECT id FROM consumed_tokens WHERE expires_at < $1 ORDER BY expires_at LIMIT $2
        )
        """
}
