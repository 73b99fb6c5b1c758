import CSQLite

/// The file of a store as another process sees it.
final class RawDatabase {
    private var handle: OpaquePointer?

    init(_ path: String) throws { try check(sqlite3_open(path, &handle)) }

    deinit { sqlite3_close(handle) }

    func run(_ sql: String) throws { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

    private func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw Failure(code: code) }
    }

    struct Failure: Error { let code: Int32 }
}
