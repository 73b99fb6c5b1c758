import AppCheck

/// The table `redemptions`: challenges that were used and have not ended yet.
enum Redemptions {
    /// - Returns: whether the challenge was not redeemed before.
    static func insert(_ redemption: ChallengeRedemption, on session: some SQLSession) throws(StoreError) -> Bool {
        try session.execute(
            """
            INSERT INTO redemptions (challenge_id, expires_at, request_digest) VALUES ($1, $2, $3)
            ON CONFLICT DO NOTHING
            """,
            [.bytes(redemption.challengeID), .integer(redemption.expiresAt), .bytes(redemption.requestDigest)]) == 1
    }

    /// The digest of the request that redeemed the challenge: 32 bytes.
    static func requestDigest(of challengeID: [UInt8], on session: some SQLSession) throws(StoreError) -> [UInt8]? {
        let rows = try session.query(
            "SELECT request_digest FROM redemptions WHERE challenge_id = $1", [.bytes(challengeID)])
        guard let values = rows.first else { return nil }
        var row = SQLRow(values, of: "a redemption")
        return try row.bytes(count: 32)
    }

    static func forget(
        endedBefore moment: Int64, limit: Int, on session: some SQLSession
    ) throws(StoreError) -> Decision<Int> {
        // A negative limit means none at all to one database and an error to the other.
        let forgotten = try session.execute(
            """
            DELETE FROM redemptions WHERE challenge_id IN (
                SELECT challenge_id FROM redemptions WHERE expires_at < $1 ORDER BY expires_at LIMIT $2
            )
            """,
            [.integer(moment), .integer(Int64(max(0, limit)))])
        return .keep(forgotten)
    }
}
