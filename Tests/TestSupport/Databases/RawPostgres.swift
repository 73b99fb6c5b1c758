import CPostgres

/// A connection to PostgreSQL beside the store's own. Blocking; for one task at a time.
package final class RawPostgres: RawSession {
    private let connection: OpaquePointer?

    package init(_ connectionString: String) throws {
        connection = PQconnectdb(connectionString)
        guard PQstatus(connection) == CONNECTION_OK else {
            let failure = Failure(connection)
            PQfinish(connection)
            throw failure
        }
        // Not a word on standard error about what is there already.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
    }

    deinit { PQfinish(connection) }

    package func run(_ sql: String) throws { _ = try rows(sql) }

    package func rows(_ sql: String) throws -> [[String]] {
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: break
        default: throw Failure(connection)
        }
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                PQgetvalue(result, row, column).map { String(cString: $0) } ?? ""
            }
        }
    }

    package func holdWrites() throws {
        let tables = try rows("SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema()")
        try run("BEGIN; LOCK TABLE \(tables.map { $0[0] }.joined(separator: ", ")) IN EXCLUSIVE MODE")
    }

    /// The server's own words, for a test's output.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        init(_ connection: OpaquePointer?) { description = String(cString: PQerrorMessage(connection)) }
    }
}
