import AppCheck

extension ResourceTable {
    static let debugTokens = ResourceTable(
        "debug_tokens", of: "a debug token", key: ["project_number", "app_id", "id"],
        columns: ["display_name", "secret_hash", "expires_at", "created_at", "updated_at"],
        unique: ["project_number", "app_id", "secret_hash"]
    ) { row throws(StoreError) in .debugToken(try DebugToken.read(&row)) }

    /// The one of an app's debug tokens that has a secret.
    static let debugTokenBySecret =
        debugTokens.select + " WHERE project_number = $1 AND app_id = $2 AND secret_hash = $3"
}

extension DebugToken: StoredResource {
    var values: [SQLValue] {
        [
            .text(projectNumber), .text(appID), .text(id), .text(displayName), .bytes(secretHash),
            .integer(expiresAt), .integer(createdAt), .integer(updatedAt),
        ]
    }

    var parent: ParentRow? { .app(appID, inProject: projectNumber) }

    static func read(_ row: inout SQLRow) throws(StoreError) -> DebugToken {
        do {
            return try DebugToken(
                projectNumber: row.text(), appID: row.text(), id: row.text(), displayName: row.text(),
                secretHash: row.bytes(count: 32), expiresAt: row.optionalInteger(), createdAt: row.integer(),
                updatedAt: row.integer())
        } catch { throw row.damaged }
    }
}
