import AppAttest
import AppCheck

/// The table `attested_keys`.
package enum AttestedKeys {
    /// What must be the same for a key to be the same key, and how far it was used.
    struct Holder {
        let publicKey: [UInt8]
        let projectNumber: String
        let appID: String
        let counter: UInt32
        let revokedAt: Int64?

        func holds(_ key: AttestedKey) -> Bool {
            publicKey == key.publicKey && projectNumber == key.projectNumber && appID == key.appID
        }
    }

    static func holder(of keyID: [UInt8], on session: some SQLSession) throws(StoreError) -> Holder? {
        let rows = try session.query(
            "SELECT public_key, project_number, app_id, counter, revoked_at FROM attested_keys WHERE key_id = $1",
            [.bytes(keyID)])
        guard let values = rows.first else { return nil }
        var row = SQLRow(values, of: "an attested key")
        return Holder(
            publicKey: try row.bytes(count: 65), projectNumber: try row.text(), appID: try row.text(),
            counter: try row.integer(), revokedAt: try row.optionalInteger())
    }

    /// Stores a key, provided that its id is not there and that the attempt has redeemed the challenge.
    static func insert(
        _ key: AttestedKey, counter: UInt32, usedAt: Int64, after challenge: ChallengeRedemption, by attempt: [UInt8]
    ) -> SQLCommand {
        SQLCommand(
            insert,
            [
                .bytes(key.keyID), .bytes(key.publicKey), .text(key.projectNumber), .text(key.appID),
                .integer(Int64(counter)), .integer(usedAt), .text(key.attestedAppID.teamID),
                .text(key.attestedAppID.bundleID), .text(key.environment.rawValue), .integer(key.attestedAt),
                .integer(key.validationCategory.map(Int64.init)), .text(key.bundleVersion), .text(key.osVersion),
                .text(key.osBuild), .bytes(attempt), .bytes(challenge.challengeID), .integer(challenge.expiresAt),
            ])
    }

    /// Raises the counter, provided that this very key is there with a lower one and not revoked, and that the attempt
    /// has redeemed the challenge.
    static func raise(
        _ key: AttestedKey, to counter: UInt32, usedAt: Int64, after challenge: ChallengeRedemption,
        by attempt: [UInt8]
    ) -> SQLCommand {
        SQLCommand(
            raise,
            [
                .integer(Int64(counter)), .integer(usedAt), .bytes(attempt), .bytes(key.keyID), .bytes(key.publicKey),
                .text(key.projectNumber), .text(key.appID), .bytes(challenge.challengeID),
                .integer(challenge.expiresAt),
            ])
    }

    /// - Returns: whether the app had such a key that was not revoked.
    static func revoke(
        _ keyID: [UInt8], ofApp appID: String, inProject number: String, at moment: Int64,
        on session: some SQLSession
    ) throws(StoreError) -> Bool {
        try session.execute(
            """
            UPDATE attested_keys SET revoked_at = $1
            WHERE key_id = $2 AND project_number = $3 AND app_id = $4 AND revoked_at IS NULL
            """,
            [.integer(moment), .bytes(keyID), .text(number), .text(appID)]) == 1
    }

    package static let insert = """
        INSERT INTO attested_keys (
            key_id, public_key, project_number, app_id, counter, last_used_at, attested_team_id, attested_bundle_id,
            environment, attested_at, validation_category, bundle_version, os_version, os_build, attempt
        )
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15
        WHERE EXISTS (SELECT 1 FROM redemptions WHERE attempt = $15 AND challenge_id = $16 AND expires_at = $17)
        ON CONFLICT DO NOTHING
        """
    package static let raise = """
        UPDATE attested_keys SET counter = $1, last_used_at = $2, attempt = $3
        WHERE key_id = $4 AND counter < $1 AND revoked_at IS NULL
            AND public_key = $5 AND project_number = $6 AND app_id = $7
            AND EXISTS (SELECT 1 FROM redemptions WHERE challenge_id = $8 AND expires_at = $9 AND attempt = $3)
        """
}
