import AppAttest
import AppCheck

/// Keys as they are stored, each with its receipt.
package enum KeyRecords {
    /// The columns that ``read(_:)`` reads; keys are `k` and receipts `r`.
    static let columns = """
        k.key_id, k.public_key, k.project_number, k.app_id, k.attested_team_id, k.attested_bundle_id, k.environment, \
        k.attested_at, k.validation_category, k.bundle_version, k.os_version, k.os_build, k.counter, k.last_used_at, \
        k.revoked_at, \(Receipts.columns)
        """
    private static let select = "SELECT \(columns) FROM attested_keys k LEFT JOIN receipts r ON r.key_id = k.key_id"
    private static let find = select + " WHERE k.key_id = $1"
    package static let first = """
        \(select) WHERE k.project_number = $1 AND k.app_id = $2 ORDER BY k.attested_at, k.key_id LIMIT $3
        """
    /// Where the key that it goes on behind is none of the app's, there is none behind it.
    package static let following = """
        \(select) WHERE k.project_number = $1 AND k.app_id = $2 AND (k.attested_at, k.key_id) > (
            SELECT attested_at, key_id FROM attested_keys WHERE key_id = $3 AND project_number = $1 AND app_id = $2
        ) ORDER BY k.attested_at, k.key_id LIMIT $4
        """

    static func find(_ keyID: [UInt8], on session: some SQLSession) throws(StoreError) -> KeyRecord? {
        guard let values = try session.query(find, [.bytes(keyID)]).first else { return nil }
        return try read(values)
    }

    static func list(
        ofApp appID: String, inProject number: String, after keyID: [UInt8]?, limit: Int, on session: some SQLSession
    ) throws(StoreError) -> [KeyRecord] {
        // A negative limit means none at all to one database and an error to the other.
        let (app, limit): ([SQLValue], SQLValue) = ([.text(number), .text(appID)], .integer(Int64(max(0, limit))))
        let rows =
            if let keyID { try session.query(following, app + [.bytes(keyID), limit]) } else {
                try session.query(first, app + [limit])
            }
        var records: [KeyRecord] = []
        for values in rows { records.append(try read(values)) }
        return records
    }

    static func read(_ values: [SQLValue]) throws(StoreError) -> KeyRecord {
        var row = SQLRow(values, of: "an attested key")
        let (keyID, publicKey) = (try row.bytes(count: 32), try row.bytes(count: 65))
        let (projectNumber, appID) = (try row.text(), try row.text())
        let attestedAppID = AppID(teamID: try row.text(), bundleID: try row.text())
        let (environment, attestedAt) = (try row.name(AttestationEnvironment.self), try row.integer(Int64.self))
        let validationCategory = try row.optionalInteger(UInt32.self)
        let (bundleVersion, osVersion, osBuild) = (
            try row.optionalText(), try row.optionalText(), try row.optionalText()
        )
        let key = AttestedKey(
            keyID: keyID, publicKey: publicKey, projectNumber: projectNumber, appID: appID,
            attestedAppID: attestedAppID, environment: environment, attestedAt: attestedAt,
            validationCategory: validationCategory, bundleVersion: bundleVersion, osVersion: osVersion,
            osBuild: osBuild)
        return KeyRecord(
            key: key, counter: try row.integer(), lastUsedAt: try row.integer(), revokedAt: try row.optionalInteger(),
            receipt: try Receipts.read(&row))
    }
}
