import AppCheck
import CSQLite
import Glibc

/// How the file of a store is created and opened.
enum SQLiteFile {
    /// Texts are compared byte by byte without being told so.
    static let dialect = Dialect(bytes: "BLOB", text: "TEXT", keyed: " WITHOUT ROWID")

    /// A connection that commits durably. Creates the file, for its owner alone, when it is missing, and brings its
    /// schema up to date. Blocks while another process does the same.
    /// - Returns: the connection, and how the schema stood before.
    /// - Throws: ``StoreError`` that names the file and what is wrong with it.
    static func openWriter(
        path: String, patience: Int32, migrations: [Migration], importing: Bool = false
    ) throws(StoreError) -> (SQLiteConnection, SchemaState) {
        try create(path)
        do throws(StoreError) {
            let connection = try SQLiteConnection(path: path, patience: patience)
            try useWriteAheadLog(connection)
            // The log's own files get the mode of the database from SQLite.
            try set(["synchronous = FULL", "foreign_keys = ON", "cache_size = -4096"], on: connection)
            try set(["temp_store = MEMORY", "journal_size_limit = 67108864"], on: connection)
            connection.countLogPages()
            let state = try migrate(connection, to: migrations)
            if !importing { try ImportLedger.requireNoneUnfinished(on: connection) }
            return (connection, state)
        } catch { throw error.about(path) }
    }

    /// A connection that only reads and makes checkpoints. The file must exist.
    static func openReader(path: String, patience: Int32) throws(StoreError) -> SQLiteConnection {
        do throws(StoreError) {
            let connection = try SQLiteConnection(path: path, patience: patience)
            try set(["synchronous = FULL", "query_only = ON", "temp_store = MEMORY"], on: connection)
            return connection
        } catch { throw error.about(path) }
    }

    /// `mknod` makes the file without opening it: closing a file drops all locks that the process has on it, those of
    /// another connection too.
    private static func create(_ path: String) throws(StoreError) {
        guard unsafe mknod(path, S_IFREG | S_IRUSR | S_IWUSR, 0) != 0, errno != EEXIST else { return }
        let reason = unsafe String(cString: strerror(errno))
        throw StoreError.unavailable("it cannot be created: \(reason)").about(path)
    }

    /// Turning the log on needs the file for a moment, and SQLite does not wait for it as it does elsewhere.
    private static func useWriteAheadLog(_ connection: SQLiteConnection) throws(StoreError) {
        var code = connection.run("PRAGMA journal_mode = WAL")
        for _ in 0..<500 where code & 0xFF == SQLITE_BUSY {
            usleep(10_000)
            code = connection.run("PRAGMA journal_mode = WAL")
        }
        guard code == SQLITE_OK else { throw SQLiteFailure.error(code) }
        guard try connection.query("PRAGMA journal_mode", []) == [[.text("wal")]] else {
            throw .unavailable("its file system cannot hold a write-ahead log; use a local one")
        }
    }

    private static func set(_ pragmas: [String], on connection: SQLiteConnection) throws(StoreError) {
        for pragma in pragmas {
            let code = connection.run("PRAGMA " + pragma)
            guard code == SQLITE_OK else { throw SQLiteFailure.error(code) }
        }
    }

    private static func migrate(
        _ connection: SQLiteConnection, to migrations: [Migration]
    ) throws(StoreError) -> SchemaState {
        _ = try connection.execute("BEGIN IMMEDIATE")
        do throws(StoreError) {
            if try !connection.query("SELECT 1 FROM sqlite_schema WHERE type = 'table'", []).isEmpty {
                try checkOrigin(connection)
            }
            let state = try Migration.apply(migrations, in: dialect, on: connection)
            _ = try connection.execute("COMMIT")
            return state
        } catch {
            if connection.isInTransaction { _ = connection.run("ROLLBACK") }
            throw error
        }
    }
}

extension SQLiteFile {
    /// - Throws: ``StoreError/unreadable(_:)`` for a database that is not one of this program.
    static func checkOrigin(_ connection: SQLiteConnection) throws(StoreError) {
        let ledger = try connection.query(
            "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migrations'", [])
        guard !ledger.isEmpty else { throw .unreadable("it is the database of another program") }
    }
}

extension StoreError {
    /// The same, with the file that it is about.
    func about(_ path: String) -> StoreError {
        switch self {
        case .unavailable(let detail): .unavailable("\(path): \(detail)")
        case .alreadyExists(let what): .alreadyExists(what)
        case .unreadable(let detail): .unreadable("\(path): \(detail)")
        }
    }
}
