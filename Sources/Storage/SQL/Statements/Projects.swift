import AppCheck

/// The table `projects`.
enum Projects {
    static func find(_ reference: String, on session: some SQLSession) throws(StoreError) -> Project? {
        // Numbers are all digits and ids begin with a letter, so that at most one row matches.
        let rows = try session.query(
            "SELECT number, id FROM projects WHERE number = $1 OR id = $1", [.text(reference)])
        return try rows.first.map(project)
    }

    static func all(on session: some SQLSession) throws(StoreError) -> [Project] {
        var projects: [Project] = []
        for row in try session.query("SELECT number, id FROM projects", []) { projects.append(try project(row)) }
        // Sorted here, since what a database takes for the order of texts depends on its locale.
        return projects.sorted { $0.id < $1.id }
    }

    static func add(_ project: Project, on session: some SQLSession) throws(StoreError) -> Decision<Void> {
        let parameters: [SQLValue] = [.text(project.number), .text(project.id)]
        let taken = try session.query(
            "SELECT number, id FROM projects WHERE number IN ($1, $2) OR id IN ($1, $2)", parameters)
        if let other = try taken.first.map(Self.project) {
            throw .alreadyExists("project \(other.id) with number \(other.number)")
        }
        let inserted = try session.execute(
            "INSERT INTO projects (number, id) VALUES ($1, $2) ON CONFLICT DO NOTHING", parameters)
        guard inserted == 1 else { throw .alreadyExists("project \(project.id) or number \(project.number)") }
        return .keep(())
    }

    private static func project(_ values: [SQLValue]) throws(StoreError) -> Project {
        var row = SQLRow(values, of: "a project")
        let (number, id) = (try row.text(), try row.text())
        do { return try Project(number: number, id: id) } catch { throw row.damaged }
    }
}
