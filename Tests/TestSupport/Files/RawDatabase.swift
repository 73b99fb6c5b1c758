import CSQLite

/// The file of a store as another process sees it.
package final class RawDatabase: RawSession {
    private var handle: OpaquePointer?

    package init(_ path: String) throws {
        try check(sqlite3_open(path, &handle))
        sqlite3_busy_timeout(handle, 5000)
    }

    deinit { sqlite3_close(handle) }

    package func run(_ sql: String) throws { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

    package func rows(_ sql: String) throws -> [[String]] {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
        defer { sqlite3_finalize(statement) }
        var rows: [[String]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                let columns = 0..<sqlite3_column_count(statement)
                rows.append(columns.map { sqlite3_column_text(statement, $0).map { String(cString: $0) } ?? "" })
            case SQLITE_DONE: return rows
            case let code: throw Failure(code: code)
            }
        }
    }

    package func holdWrites() throws { try run("BEGIN IMMEDIATE") }

    private func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw Failure(code: code) }
    }

    package struct Failure: Error { package let code: Int32 }
}
