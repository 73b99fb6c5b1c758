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
    init(path: String, patience: Int32, readOnly: Bool = false) throws(StoreError) {
        var opened: OpaquePointer?
        // A relative name must not be taken for one of SQLite's special names.
        let name = path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
        let access = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        let code = unsafe sqlite3_open_v2(name, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
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

    /// Copies every page of the database, as the transaction that is open here sees it, into an empty one.
    /// - Parameter progress: told how many pages are copied, and of how many.
    func copyPages(
        to target: SQLiteConnection, _ progress: (_ done: Int, _ all: Int) -> Void
    ) throws(StoreError) {
        guard let backup = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw SQLiteFailure.error(unsafe sqlite3_errcode(target.handle))
        }
        var code: Int32
        repeat {
            code = unsafe sqlite3_backup_step(backup, 1024)
            let all = Int(unsafe sqlite3_backup_pagecount(backup))
            progress(all - Int(unsafe sqlite3_backup_remaining(backup)), all)
        } while code == SQLITE_OK
        let end = unsafe sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, end == SQLITE_OK else { throw SQLiteFailure.error(end == SQLITE_OK ? code : end) }
    }

    /// What became of a checkpoint.
    enum Checkpoint: Equatable {
        /// So many pages from the beginning of the log are in the database, and on the disk there.
        case moved(Int)
        /// Another one is at work, or the pages could not be written. The next one goes on from where the log was.
        case nothing
        /// What was written may not be on the disk.
        case failedToSync
    }

    /// Copies what it can from the write-ahead log into the database without waiting for anybody, and waits for the disk.
    /// - Parameter known: pages of the log that are known to be on the disk in the database; no more is not waited for.
    func checkpoint(known: Int) -> Checkpoint {
        var moved: Int32 = -1
        let code = unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, &moved)
        if code == SQLiteFailure.synchronization { return .failedToSync }
        guard code == SQLITE_OK, moved >= 0 else { return .nothing }
        guard moved != known else { return .moved(known) }
        return synchronize() ? .moved(Int(moved)) : .failedToSync
    }

    /// Leaves the log as it is when this connection is closed as the last one.
    func keepLogOnClose() { _ = unsafe assay_sqlite_keep_log(handle) }

    /// Waits until the disk has all that was written to the database file.
    private func synchronize() -> Bool {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard unsafe sqlite3_file_control(handle, nil, SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
            let file = unsafe file, let sync = unsafe file.pointee.pMethods?.pointee.xSync
        else { return false }
        return unsafe sync(file, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY) == SQLITE_OK
    }
}
