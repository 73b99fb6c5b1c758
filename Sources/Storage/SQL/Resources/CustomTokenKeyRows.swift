import AppCheck

extension ResourceTable {
    static let customTokenKeys = ResourceTable(
        "custom_token_keys", of: "a custom token key", key: ["project_number", "id"],
        columns: ["service_account", "public_key", "created_at"]
    ) { row throws(StoreError) in .customTokenKey(try CustomTokenKey.read(&row)) }
}

extension CustomTokenKey: StoredResource {
    var values: [SQLValue] {
        [
            .text(projectNumber), .text(id), .text(serviceAccount), .bytes(publicKey), .integer(createdAt),
        ]
    }

    var parent: ParentRow? { .project(projectNumber) }

    static func read(_ row: inout SQLRow) throws(StoreError) -> CustomTokenKey {
        do {
            return try CustomTokenKey(
                projectNumber: row.text(), id: row.text(), serviceAccount: row.text(), publicKey: row.bytes(),
                createdAt: row.integer())
        } catch { throw row.damaged }
    }
}
