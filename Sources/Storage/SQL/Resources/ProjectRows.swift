import AppCheck

extension ResourceTable {
    static let projects = ResourceTable(
        "projects", of: "a project", key: ["number"], columns: ["id", "display_name", "created_at", "updated_at"],
        // Numbers are all digits and ids begin with a letter, so that neither can be taken for the other.
        unique: ["id"],
        dependents: [
            ("apps", ["project_number"]), ("services", ["project_number"]), ("api_keys", ["project_number"]),
            ("custom_token_keys", ["project_number"]), ("admin_tokens", ["project_number"]),
        ]
    ) { row throws(StoreError) in .project(try RegisteredProject.read(&row)) }

    /// The project of a number or an id: one row at most.
    static let projectByReference = projects.select + " WHERE number = $1 OR id = $1"
}

extension RegisteredProject: StoredResource {
    var values: [SQLValue] {
        [
            .text(project.number), .text(project.id), .text(displayName), .integer(createdAt), .integer(updatedAt),
        ]
    }

    var parent: ParentRow? { nil }

    static func read(_ row: inout SQLRow) throws(StoreError) -> RegisteredProject {
        do {
            return try RegisteredProject(
                project: Project(number: row.text(), id: row.text()), displayName: row.text(),
                createdAt: row.integer(), updatedAt: row.integer())
        } catch { throw row.damaged }
    }
}
