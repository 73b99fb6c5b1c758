import AppCheck

/// A kind of resource as a row of its table.
protocol StoredResource {
    /// In the order of the table's columns, the key first.
    var values: [SQLValue] { get }
    /// The row of another table without which this one may not be.
    var parent: ParentRow? { get }

    /// - Throws: ``StoreError/unreadable(_:)`` for what could not have been registered.
    static func read(_ row: inout SQLRow) throws(StoreError) -> Self
}

/// A row that must be there for another to be.
struct ParentRow {
    let name: ResourceName
    /// Finds it.
    let query: String
    let parameters: [SQLValue]

    static func project(_ number: String) -> ParentRow {
        ParentRow(
            name: .project(number), query: "SELECT 1 FROM projects WHERE number = $1", parameters: [.text(number)])
    }

    /// The project of that number, provided that it has that id.
    static func project(_ project: Project) -> ParentRow {
        ParentRow(
            name: .project(project.number), query: "SELECT 1 FROM projects WHERE number = $1 AND id = $2",
            parameters: [.text(project.number), .text(project.id)])
    }

    static func app(_ appID: String, inProject number: String) -> ParentRow {
        ParentRow(
            name: .app(project: number, appID),
            query: "SELECT 1 FROM apps WHERE project_number = $1 AND app_id = $2",
            parameters: [.text(number), .text(appID)])
    }
}
