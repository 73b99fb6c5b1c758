import AppCheck

extension ResourceTable {
    static let apiKeys = ResourceTable(
        "api_keys", of: "an API key", key: ["project_number", "id"],
        columns: ["display_name", "secret_hash", "bundle_ids", "created_at", "updated_at"]
    ) { row throws(StoreError) in .apiKey(try APIKey.read(&row)) }
}

extension APIKey: StoredResource {
    var values: [SQLValue] {
        [
            .text(projectNumber), .text(id), .text(displayName), .bytes(secretHash),
            .text(TextList.encode(bundleIDs)), .integer(createdAt), .integer(updatedAt),
        ]
    }

    var parent: ParentRow? { .project(projectNumber) }

    static func read(_ row: inout SQLRow) throws(StoreError) -> APIKey {
        do {
            return try APIKey(
                projectNumber: row.text(), id: row.text(), displayName: row.text(),
                secretHash: row.bytes(count: 32), bundleIDs: row.list(), createdAt: row.integer(),
                updatedAt: row.integer())
        } catch { throw row.damaged }
    }
}
