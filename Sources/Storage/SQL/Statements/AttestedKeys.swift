import AppAttest
import AppCheck

/// The table `attested_keys`.
enum AttestedKeys {
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

    /// - Returns: whether the key id was not there before.
    static func insert(
        _ key: AttestedKey, counter: UInt32, usedAt: Int64, on session: some SQLSession
    ) throws(StoreError) -> Bool {
        try session.execute(
            insert,
            [
                .bytes(key.keyID), .bytes(key.publicKey), .text(key.projectNumber), .text(key.appID),
                .integer(Int64(counter)), .integer(usedAt), .text(key.attestedAppID.teamID),
                .text(key.attestedAppID.bundleID), .text(key.environment.rawValue), .integer(key.attestedAt),
                .integer(key.validationCategory.map(Int64.init)), .text(key.bundleVersion), .text(key.osVersion),
                .text(key.osBuild),
            ]) == 1
    }

    /// - Returns: whether this very key was there with a lower counter, and not revoked.
    static func raise(
        _ key: AttestedKey, to counter: UInt32, usedAt: Int64, on session: some SQLSession
    ) throws(StoreError) -> Bool {
        try session.execute(
            """
            UPDATE attested_keys SET counter = $1, last_used_at = $2
            WHERE key_id = $3 AND counter < $1 AND revoked_at IS NULL
                AND public_key = $4 AND project_number = $5 AND app_id = $6
            """,
            [
                .integer(Int64(counter)), .integer(usedAt), .bytes(key.keyID), .bytes(key.publicKey),
                .text(key.projectNumber), .text(key.appID),
            ]) == 1
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

    private static let insert = """
        INSERT INTO attested_keys (
            key_id, public_key, project_number, app_id, counter, last_used_at, attested_team_id, attested_bundle_id,
            environment, attested_at, validation_category, bundle_version, os_version, os_build
        ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING
        """
}
