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

        func holds(_ key: AttestedKey) -> Bool {
            publicKey == key.publicKey && projectNumber == key.projectNumber && appID == key.appID
        }
    }

    static func holder(of keyID: [UInt8], on session: some SQLSession) throws(StoreError) -> Holder? {
        let rows = try session.query(
            "SELECT public_key, project_number, app_id, counter FROM attested_keys WHERE key_id = $1",
            [.bytes(keyID)])
        guard let values = rows.first else { return nil }
        var row = SQLRow(values, of: "an attested key")
        return Holder(
            publicKey: try row.bytes(count: 65), projectNumber: try row.text(), appID: try row.text(),
            counter: try row.integer())
    }

    static func find(
        _ keyID: [UInt8], on session: some SQLSession
    ) throws(StoreError) -> (key: AttestedKey, counter: UInt32)? {
        let rows = try session.query(select, [.bytes(keyID)])
        guard let values = rows.first else { return nil }
        var row = SQLRow(values, of: "an attested key")
        let (publicKey, projectNumber, appID) = (try row.bytes(count: 65), try row.text(), try row.text())
        let counter = try row.integer(UInt32.self)
        let attestedAppID = AppID(teamID: try row.text(), bundleID: try row.text())
        let (environment, attestedAt) = (try row.name(AttestationEnvironment.self), try row.integer(Int64.self))
        let validationCategory = try row.optionalInteger(UInt32.self)
        let (bundleVersion, osVersion) = (try row.optionalText(), try row.optionalText())
        let (osBuild, receipt) = (try row.optionalText(), try row.bytes())
        let key = AttestedKey(
            keyID: keyID, publicKey: publicKey, projectNumber: projectNumber, appID: appID,
            attestedAppID: attestedAppID, environment: environment, attestedAt: attestedAt, receipt: receipt,
            validationCategory: validationCategory, bundleVersion: bundleVersion, osVersion: osVersion,
            osBuild: osBuild)
        return (key, counter)
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
                .text(key.osBuild), .bytes(key.receipt),
            ]) == 1
    }

    /// - Returns: whether this very key was there with a lower counter.
    static func raise(
        _ key: AttestedKey, to counter: UInt32, usedAt: Int64, on session: some SQLSession
    ) throws(StoreError) -> Bool {
        try session.execute(
            """
            UPDATE attested_keys SET counter = $1, last_used_at = $2
            WHERE key_id = $3 AND counter < $1 AND public_key = $4 AND project_number = $5 AND app_id = $6
            """,
            [
                .integer(Int64(counter)), .integer(usedAt), .bytes(key.keyID), .bytes(key.publicKey),
                .text(key.projectNumber), .text(key.appID),
            ]) == 1
    }

    private static let select = """
        SELECT public_key, project_number, app_id, counter, attested_team_id, attested_bundle_id, environment,
            attested_at, validation_category, bundle_version, os_version, os_build, receipt
        FROM attested_keys WHERE key_id = $1
        """
    private static let insert = """
        INSERT INTO attested_keys (
            key_id, public_key, project_number, app_id, counter, last_used_at, attested_team_id, attested_bundle_id,
            environment, attested_at, validation_category, bundle_version, os_version, os_build, receipt
        ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT DO NOTHING
        """
}
