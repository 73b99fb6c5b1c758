import AppCheck
import CPostgres

/// What came back for one statement.
@safe final class PostgresResult {
    private let handle: OpaquePointer

    /// - Parameter handle: a `PGresult`, owned from now on.
    init(_ handle: OpaquePointer) { unsafe self.handle = handle }

    deinit { unsafe PQclear(handle) }

    var status: ExecStatusType { unsafe PQresultStatus(handle) }

    /// What went wrong; nil for a statement that was done.
    var failure: PostgresFailure? {
        switch status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_PIPELINE_SYNC: nil
        default: PostgresFailure(sqlState: field("C"))
        }
    }

    /// Whether it is worse than a notice: something about what was done is not as it should be.
    var isWarning: Bool { field("V") == "WARNING" }

    /// The command that was done, such as `COMMIT` or `INSERT 0 1`.
    var tag: String { unsafe String(cString: PQcmdStatus(handle)) }

    /// How many rows were inserted, updated or deleted.
    var affected: Int { unsafe Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    func rows() throws(StoreError) -> [[SQLValue]] {
        let (rowCount, columnCount) = unsafe (PQntuples(handle), PQnfields(handle))
        var rows: [[SQLValue]] = []
        rows.reserveCapacity(Int(rowCount))
        for row in 0..<rowCount {
            var values: [SQLValue] = []
            values.reserveCapacity(Int(columnCount))
            for column in 0..<columnCount { values.append(try value(row, column)) }
            rows.append(values)
        }
        return rows
    }

    private func value(_ row: Int32, _ column: Int32) throws(StoreError) -> SQLValue {
        guard unsafe PQgetisnull(handle, row, column) == 0 else { return .null }
        let count = Int(unsafe PQgetlength(handle, row, column))
        let start = unsafe UnsafeRawPointer(PQgetvalue(handle, row, column))
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
        switch unsafe PQftype(handle, column) {
        case PostgresType.int8, PostgresType.int4, PostgresType.int2:
            guard let first = unsafe bytes.first, count <= 8 else { break }
            let sign: Int64 = first & 0x80 == 0 ? 0 : -1
            return .integer(unsafe bytes.reduce(sign) { $0 << 8 | Int64($1) })
        case PostgresType.bool: return .integer(unsafe bytes.first == 1 ? 1 : 0)
        case PostgresType.bytea: return .bytes(unsafe Array(bytes))
        case PostgresType.text, PostgresType.varchar, PostgresType.name:
            guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
                throw .unreadable("a stored text is not UTF-8")
            }
            return .text(text)
        default: break
        }
        throw .unreadable("a stored value has an unexpected type")
    }

    /// A field of an error or notice by its letter, as in the chapter "Error and Notice Message Fields" of PostgreSQL's
    /// manual.
    private func field(_ letter: Unicode.Scalar) -> String? {
        guard let text = unsafe PQresultErrorField(handle, Int32(letter.value)) else { return nil }
        return unsafe String(cString: text)
    }
}
