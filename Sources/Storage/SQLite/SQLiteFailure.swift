import AppCheck
import CSQLite

/// What SQLite's result codes mean to those who use the store.
enum SQLiteFailure {
    /// What was written may not be on the disk: `SQLITE_IOERR_FSYNC`, a macro that Swift cannot import.
    static let synchronization = SQLITE_IOERR | 4 << 8

    /// - Parameter code: a result code, extended or not, that is not one of success.
    static func error(_ code: Int32) -> StoreError {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: .unavailable("another process keeps the database locked")
        case SQLITE_FULL: .unavailable("the disk is full, or the database has reached its size limit")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .unavailable("the database cannot be written to")
        case SQLITE_IOERR: .unavailable("input/output error on the database (SQLite code \(code))")
        case SQLITE_CANTOPEN: .unavailable("the database or its write-ahead log cannot be opened")
        case SQLITE_NOMEM: .unavailable("out of memory")
        case SQLITE_CORRUPT: .unreadable("the database is damaged; restore a backup")
        case SQLITE_NOTADB: .unreadable("the file is not an SQLite database")
        case SQLITE_CONSTRAINT: .unreadable("the database refuses a value (SQLite code \(code))")
        case SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_RANGE, SQLITE_SCHEMA:
            .unreadable("the database does not have the expected tables (SQLite code \(code))")
        default: .unavailable("SQLite code \(code)")
        }
    }
}
