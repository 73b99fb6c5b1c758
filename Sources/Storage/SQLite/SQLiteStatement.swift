import AppCheck
import CSQLite

/// One prepared statement, used again and again on its connection's thread.
@safe final class SQLiteStatement {
    private let handle: OpaquePointer

    /// - Parameter connection: an open `sqlite3`, which must stay open for as long as this statement lives.
    init(_ sql: String, on connection: OpaquePointer) throws(StoreError) {
        var prepared: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(
            connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard let handle = unsafe prepared, code == SQLITE_OK else { throw SQLiteFailure.error(code) }
        unsafe self.handle = handle
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Runs the statement to its end.
    func run(_ parameters: [SQLValue]) throws(StoreError) -> [[SQLValue]] {
        // Also after a failure: an unfinished statement would keep its transaction open.
        defer {
            _ = unsafe sqlite3_reset(handle)
            _ = unsafe sqlite3_clear_bindings(handle)
        }
        for (offset, value) in parameters.enumerated() {
            let code = bind(value, at: Int32(offset + 1))
            guard code == SQLITE_OK else { throw SQLiteFailure.error(code) }
        }
        var rows: [[SQLValue]] = []
        while true {
            switch unsafe sqlite3_step(handle) {
            case SQLITE_ROW: rows.append(try row())
            case SQLITE_DONE: return rows
            case let code: throw SQLiteFailure.error(code)
            }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return unsafe sqlite3_bind_null(handle, index)
        case .integer(let number): return unsafe sqlite3_bind_int64(handle, index, number)
        case .text(var text):
            return text.withUTF8 { utf8 in
                guard let count = Int32(exactly: utf8.count) else { return SQLITE_TOOBIG }
                return unsafe assay_sqlite_bind_text(handle, index, utf8.baseAddress, count)
            }
        case .bytes(let bytes):
            return unsafe bytes.withUnsafeBufferPointer { buffer in
                guard let count = Int32(exactly: buffer.count) else { return SQLITE_TOOBIG }
                return unsafe assay_sqlite_bind_blob(handle, index, buffer.baseAddress, count)
            }
        }
    }

    private func row() throws(StoreError) -> [SQLValue] {
        var values: [SQLValue] = []
        let count = unsafe sqlite3_column_count(handle)
        values.reserveCapacity(Int(count))
        for column in 0..<count { values.append(try value(in: column)) }
        return values
    }

    private func value(in column: Int32) throws(StoreError) -> SQLValue {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(handle, column))
        case SQLITE_TEXT:
            let start = unsafe sqlite3_column_text(handle, column)
            let count = Int(unsafe sqlite3_column_bytes(handle, column))
            let utf8 = unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
            guard let text = unsafe String(validating: utf8, as: UTF8.self) else {
                throw .unreadable("a stored text is not UTF-8")
            }
            return .text(text)
        case SQLITE_BLOB:
            // Null for an empty one.
            guard let start = unsafe sqlite3_column_blob(handle, column) else { return .bytes([]) }
            let count = Int(unsafe sqlite3_column_bytes(handle, column))
            return .bytes(unsafe Array(UnsafeRawBufferPointer(start: start, count: count)))
        default: throw .unreadable("a stored value has an unexpected type")
        }
    }
}
