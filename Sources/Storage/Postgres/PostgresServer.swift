import AppCheck

/// What a server says of itself when somebody connects.
struct PostgresServer {
    /// Settings that put at risk what is acknowledged, in words for an operator.
    private(set) var warnings: [String] = []

    /// - Throws: that it takes no writes, or cannot hold every text.
    init(_ connection: PostgresConnection) throws(StoreError) {
        let rows = try connection.query(
            """
            SELECT current_setting('transaction_read_only'), current_setting('server_encoding'),
                current_setting('synchronous_commit', true), current_setting('fsync', true)
            """, [])
        var row = SQLRow(rows.first ?? [], of: "what the database says of itself")
        let (readOnly, encoding) = (try row.text(), try row.text())
        let (commit, sync) = (try row.optionalText(), try row.optionalText())
        guard readOnly == "off" else { throw Self.readOnly }
        guard encoding == "UTF8" else {
            throw .unreadable("the database has the encoding \(encoding); create it with ENCODING 'UTF8'")
        }
        // Without it the server says that it has committed what a crash may still undo, or a failover.
        if let commit, commit == "off" || commit == "local" {
            do { try connection.command("SET synchronous_commit = on") } catch { throw error.error }
            warnings.append("the database has synchronous_commit = \(commit): Assay turns it on for itself")
        }
        if sync == "off" { warnings.append("the database has fsync = off: a power failure can destroy all of it") }
    }

    static let readOnly = StoreError.unavailable("the database takes no writes: it is a read-only replica")
}
