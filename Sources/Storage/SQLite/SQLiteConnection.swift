package import AppCheck
import CSQLite

/// One connection with its prepared statements.
///
/// `@unchecked Sendable` because it is opened on one thread and then handed to another: never are two threads in it at
/// the same time, as SQLite asks for in the threading mode chosen here.
@safe package final class SQLiteConnection: SQLSession, @unchecked Sendable {
    /// Nothing once closed.
    private var handle: OpaquePointer?
    private var statements: [String: SQLiteStatement] = [:]
    /// Pages in the write-ahead log after the last commit made here.
    private(set) var logPages = 0

    /// Opens a file that exists.
    /// - Parameter patience: how long to wait for the locks of others, in milliseconds.
    init(path: String, patience: Int32) throws(StoreError) {
        var opened: OpaquePointer?
        // A relative name must not be taken for one of SQLite's special names.
        let name = path.hasPrefix("/") ? path : "./" + path
        let code = unsafe sqlite3_open_v2(name, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle = unsafe opened, code == SQLITE_OK else {
            _ = unsafe sqlite3_close_v2(opened)
            throw SQLiteFailure.error(code)
        }
        unsafe self.handle = handle
        _ = unsafe sqlite3_extended_result_codes(handle, 1)
        _ = unsafe sqlite3_busy_timeout(handle, patience)
    }

    deinit { close() }

    /// Lets go of the file; the last connection to do so moves the whole log into the database.
    func close() {
        statements.removeAll()
        _ = unsafe sqlite3_close_v2(handle)
        unsafe handle = nil
    }

    package func execute(_ sql: String, _ parameters: [SQLValue] = []) throws(StoreError) -> Int {
        _ = try query(sql, parameters)
        return Int(unsafe sqlite3_changes64(handle))
    }

    package func query(_ sql: String, _ parameters: [SQLValue]) throws(StoreError) -> [[SQLValue]] {
        if let statement = statements[sql] { return try statement.run(parameters) }
        guard let handle = unsafe handle else { throw .unavailable("it is closed") }
        let statement = try unsafe SQLiteStatement(sql, on: handle)
        statements[sql] = statement
        return try statement.run(parameters)
    }

    /// Runs a statement once, without keeping it.
    /// - Returns: SQLite's result code.
    func run(_ sql: String) -> Int32 { unsafe sqlite3_exec(handle, sql, nil, nil, nil) }

    /// Whether a transaction is open. Some failures, such as a full disk, end it on their own.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Replaces SQLite's automatic checkpoints by counting in ``logPages``.
    func countLogPages() {
        _ = unsafe sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                if let context = unsafe context {
                    unsafe Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue().logPages = Int(pages)
                }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Copies what it can from the write-ahead log into the database without waiting for anybody. If it fails, the log
    /// stays as it is, and the next one goes on from there.
    func checkpoint() {
        _ = unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }
}
