import AppCheck
import CSQLite

/// Copies of whole databases, and what makes one good.
enum SQLiteCopy {
    /// Copies a database as it is at one moment, without holding up those who write to it, which is why its log cannot
    /// start over until the copy is made. The copy is one file without a log, and was checked.
    /// - Parameter target: an empty file. It is not on the disk for certain when this returns.
    /// - Returns: what the tables hold.
    static func make(
        of source: SQLiteConnection, at target: String, _ progress: (WorkProgress) -> Void
    ) throws(StoreError) -> [TableCount] {
        let counts = try source.inSnapshot { () throws(StoreError) in
            let counts = try tables(of: source)
            let copy = try SQLiteConnection(path: target, patience: 0)
            defer { copy.close() }
            // Nobody else knows of the file yet, and a broken copy is thrown away.
            for pragma in ["journal_mode = OFF", "synchronous = OFF"] { _ = copy.run("PRAGMA " + pragma) }
            try source.copyPages(to: copy) { progress(WorkProgress(.copying, done: $0, of: $1, .pages)) }
            return counts
        }
        progress(WorkProgress(.checking))
        let copy = try SQLiteConnection(path: target, patience: 0)
        defer { copy.close() }
        guard try copy.leaveWriteAheadLog() else { throw .unavailable("the copy keeps a log") }
        try check(copy)
        guard try tables(of: copy) == counts else { throw .unreadable("the copy has other rows than the database") }
        return counts
    }

    /// - Throws: ``StoreError/unreadable(_:)`` where the structure of the file is damaged.
    static func check(_ connection: SQLiteConnection) throws(StoreError) {
        guard try connection.query("PRAGMA quick_check(1)", []) == [[.text("ok")]] else {
            throw SQLiteFailure.error(SQLITE_CORRUPT)
        }
    }

    /// How many rows each table has, in the order of their names.
    static func tables(of connection: SQLiteConnection) throws(StoreError) -> [TableCount] {
        let names = try connection.query(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name",
            [])
        var counts: [TableCount] = []
        for values in names {
            var row = SQLRow(values, of: "the list of tables")
            let name = try row.text()
            let quoted = name.replacing("\"", with: "\"\"")
            var count = SQLRow(
                try connection.query("SELECT count(*) FROM \"\(quoted)\"", []).first ?? [], of: "a count")
            counts.append(TableCount(table: name, rows: try count.integer()))
        }
        return counts
    }
}

extension SQLiteConnection {
    /// Runs `body` on what was committed before, whatever others write meanwhile.
    func inSnapshot<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        _ = try execute("BEGIN")
        // Ends what was only read. Where that fails, nothing is lost.
        defer { if isInTransaction { _ = run("ROLLBACK") } }
        // The moment is that of the first look.
        _ = try query("SELECT count(*) FROM sqlite_schema", [])
        return try body()
    }

    /// Moves the log into the database and does without one from now on.
    /// - Returns: false when somebody else uses the database, so that it cannot be done.
    func leaveWriteAheadLog() throws(StoreError) -> Bool {
        let code = run("PRAGMA journal_mode = DELETE")
        guard code & 0xFF != SQLITE_BUSY else { return false }
        guard code == SQLITE_OK else { throw SQLiteFailure.error(code) }
        return try query("PRAGMA journal_mode", []) == [[.text("delete")]]
    }
}
