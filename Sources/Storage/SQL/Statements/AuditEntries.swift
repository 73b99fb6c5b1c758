import AppCheck

/// The table `audit_entries`, to which rows are only added.
enum AuditEntries {
    static func insert(_ entry: AuditEntry, on session: some SQLSession) throws(StoreError) {
        let inserted = try session.execute(
            insert,
            [
                .text(entry.id), .integer(entry.at), .text(entry.actor), .text(entry.action), .text(entry.resource),
                .text(entry.projectNumber), .text(entry.before.flatMap(TextMap.encode)),
                .text(entry.after.flatMap(TextMap.encode)),
            ])
        guard inserted == 1 else { throw .alreadyExists("audit entry \(entry.id)") }
    }

    static func list(
        inProject number: String?, before id: String?, limit: Int, on session: some SQLSession
    ) throws(StoreError) -> [AuditEntry] {
        // A negative limit means none at all to one database and an error to the other.
        let limit = SQLValue.integer(Int64(max(0, limit)))
        guard SQLValue.text(number).canBeStored else { return [] }
        let id = id?.cutToStorable
        let rows =
            switch (number, id) {
            case (nil, nil): try session.query(newest, [limit])
            case (nil, let id?): try session.query(older, [.text(id), limit])
            case (let number?, nil): try session.query(newestOfProject, [.text(number), limit])
            case (let number?, let id?): try session.query(olderOfProject, [.text(number), .text(id), limit])
            }
        var entries: [AuditEntry] = []
        for values in rows {
            var row = SQLRow(values, of: "an audit entry")
            entries.append(
                AuditEntry(
                    id: try row.text(), at: try row.integer(), actor: try row.text(), action: try row.text(),
                    resource: try row.text(), projectNumber: try row.optionalText(), before: try row.optionalMap(),
                    after: try row.optionalMap()))
        }
        return entries
    }

    private static let insert = """
        INSERT INTO audit_entries (
            id, made_at, actor, action, resource, project_number, state_before, state_after
        ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING
        """
    private static let select = """
        SELECT id, made_at, actor, action, resource, project_number, state_before, state_after FROM audit_entries
        """
    private static let newest = select + " ORDER BY id DESC LIMIT $1"
    private static let older = select + " WHERE id < $1 ORDER BY id DESC LIMIT $2"
    private static let newestOfProject = select + " WHERE project_number = $1 ORDER BY id DESC LIMIT $2"
    private static let olderOfProject = select + " WHERE project_number = $1 AND id < $2 ORDER BY id DESC LIMIT $3"
}
