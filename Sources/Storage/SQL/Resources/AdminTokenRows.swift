import AppCheck

extension ResourceTable {
    static let adminTokens = ResourceTable(
        "admin_tokens", of: "an admin token", key: ["id"],
        columns: ["display_name", "role", "project_number", "secret_hash", "expires_at", "created_at"]
    ) { row throws(StoreError) in .adminToken(try AdminToken.read(&row)) }
}

extension AdminToken: StoredResource {
    var values: [SQLValue] {
        [
            .text(id), .text(displayName), .text(role.rawValue), .text(projectNumber), .bytes(secretHash),
            .integer(expiresAt), .integer(createdAt),
        ]
    }

    var parent: ParentRow? { projectNumber.map(ParentRow.project) }

    static func read(_ row: inout SQLRow) throws(StoreError) -> AdminToken {
        do {
            return try AdminToken(
                id: row.text(), displayName: row.text(), role: row.name(), projectNumber: row.optionalText(),
                secretHash: row.bytes(count: 32), expiresAt: row.optionalInteger(), createdAt: row.integer())
        } catch { throw row.damaged }
    }
}
