import AppCheck

/// Brings the schema of a PostgreSQL database up to date.
enum PostgresSchema {
    /// Texts that are put in order are compared byte by byte, as they are elsewhere.
    static let dialect = Dialect(bytes: "BYTEA", text: "TEXT COLLATE \"C\"", keyed: "")

    /// Of several servers that start at once one migrates and the others wait for it.
    static func bring(
        _ connection: PostgresConnection, to migrations: [Migration], _ events: @Sendable (StoreEvent) -> Void
    ) throws(StoreError) {
        // Where it is up to date nothing is locked or written, and no privilege for it is needed.
        if try hasLedger(connection) {
            switch try Migration.state(migrations, on: connection) {
            case .current: return
            case .newerButServed(let number): return events(.schemaIsNewer(number))
            case .older: break
            }
        }
        // Building an index over many keys takes its time, and a server that waits for the lock waits as long.
        try withoutTimeLimit(connection) { () throws(StoreError) in
            try makeLock(connection)
            try connection.transaction(.keyed) { connection throws(StoreError) in
                _ = try connection.query("SELECT id FROM schema_lock WHERE id = 1 FOR UPDATE", [])
                // Behind a statement that waits for a table all others wait too, those of the servers that are up: better
                // to try again later than to stop them all until a dump or an export is done.
                _ = try connection.execute("SET LOCAL lock_timeout = 2000", [])
                try Migration.apply(migrations, in: dialect, on: connection)
                return .keep(())
            }
        }
    }

    private static func hasLedger(_ connection: PostgresConnection) throws(StoreError) -> Bool {
        let tables = try connection.query(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()", [])
        guard tables.isEmpty || tables.contains([.text("schema_migrations")]) || tables == [[.text("schema_lock")]]
        else {
            throw .unreadable("the schema of the database holds the tables of another program")
        }
        return tables.contains([.text("schema_migrations")])
    }

    /// A row to lock, which every engine that speaks PostgreSQL's protocol can do.
    private static func makeLock(_ connection: PostgresConnection) throws(StoreError) {
        for attempt in 1...20 {
            do throws(StoreError) {
                _ = try connection.execute(
                    "CREATE TABLE IF NOT EXISTS schema_lock (id BIGINT NOT NULL PRIMARY KEY)", [])
                _ = try connection.execute("INSERT INTO schema_lock (id) VALUES (1) ON CONFLICT DO NOTHING", [])
                return
            } catch {
                // Two that create the same table at once: one of them is told that a name is taken, whatever it asked.
                guard connection.isUsable(), attempt < 20 else { throw error }
                WorkerThread.pause(milliseconds: 10 * attempt)
            }
        }
    }

    private static func withoutTimeLimit(
        _ connection: PostgresConnection, _ body: () throws(StoreError) -> Void
    ) throws(StoreError) {
        do throws(PostgresFailure) { try connection.command("SET statement_timeout = 0") } catch { throw error.error }
        try connection.withoutPatience(body)
    }
}
