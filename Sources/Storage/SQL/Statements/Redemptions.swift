import AppCheck

/// The table `redemptions`: challenges that were used and have not ended yet.
///
/// Every statement names a challenge by its end too. One database keeps the table in the order of ends, the other by
/// challenge; either way there is one row for a challenge, since its end is part of it.
package enum Redemptions {
    /// Redeems the challenge, provided that it was not redeemed before.
    static func insert(_ redemption: ChallengeRedemption, by attempt: [UInt8]) -> SQLCommand {
        SQLCommand(
            insert,
            [
                .bytes(redemption.challengeID), .integer(redemption.expiresAt), .bytes(redemption.requestDigest),
                .bytes(attempt),
            ])
    }

    /// Makes the redemption of an attempt undone that changed no key.
    static func takeBack(
        _ redemption: ChallengeRedemption, ofKey keyID: [UInt8], by attempt: [UInt8]
    ) -> SQLCommand {
        SQLCommand(
            takeBack,
            [
                .bytes(redemption.challengeID), .integer(redemption.expiresAt), .bytes(attempt), .bytes(keyID),
            ])
    }

    /// The digest of the request that redeemed the challenge: 32 bytes.
    static func requestDigest(
        of redemption: ChallengeRedemption, on session: some SQLSession
    ) throws(StoreError) -> [UInt8]? {
        let rows = try session.query(
            requestDigest, [.bytes(redemption.challengeID), .integer(redemption.expiresAt)])
        guard let values = rows.first else { return nil }
        var row = SQLRow(values, of: "a redemption")
        return try row.bytes(count: 32)
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

    package static let forget = """
        DELETE FROM redemptions WHERE (expires_at, challenge_id) IN (
            SELECT expires_at, challenge_id FROM redemptions WHERE expires_at < $1 ORDER BY expires_at LIMIT $2
        )
        """
    package static let requestDigest = """
        SELECT request_digest FROM redemptions WHERE challenge_id = $1 AND expires_at = $2
        """
    package static let insert = """
        INSERT INTO redemptions (challenge_id, expires_at, request_digest, attempt) VALUES ($1, $2, $3, $4)
        ON CONFLICT DO NOTHING
        """
    package static let takeBack = """
        DELETE FROM redemptions WHERE challenge_id = $1 AND expires_at = $2 AND attempt = $3
            AND NOT EXISTS (SELECT 1 FROM attested_keys WHERE key_id = $4 AND attempt = $3)
        """
}
