import AppCheck

/// A statement with what it is run with.
struct SQLCommand: Sendable {
    let sql: String
    let parameters: [SQLValue]

    init(_ sql: String, _ parameters: [SQLValue]) { (self.sql, self.parameters) = (sql, parameters) }

    /// - Returns: how many rows were inserted, updated or deleted.
    func run(on session: some SQLSession) throws(StoreError) -> Int { try session.execute(sql, parameters) }
}
