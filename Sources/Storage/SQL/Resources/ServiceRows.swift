import AppCheck

extension ResourceTable {
    static let services = ResourceTable(
        "services", of: "a service", key: ["project_number", "id"],
        columns: ["enforcement", "replay_protection", "created_at", "updated_at"]
    ) { row throws(StoreError) in .service(try ProtectedService.read(&row)) }
}

extension ProtectedService: StoredResource {
    var values: [SQLValue] {
        [
            .text(projectNumber), .text(id), .text(enforcement.rawValue), .text(replayProtection.rawValue),
            .integer(createdAt), .integer(updatedAt),
        ]
    }

    var parent: ParentRow? { .project(projectNumber) }

    static func read(_ row: inout SQLRow) throws(StoreError) -> ProtectedService {
        do {
            return try ProtectedService(
                projectNumber: row.text(), id: row.text(), enforcement: row.name(), replayProtection: row.name(),
                createdAt: row.integer(), updatedAt: row.integer())
        } catch { throw row.damaged }
    }
}
