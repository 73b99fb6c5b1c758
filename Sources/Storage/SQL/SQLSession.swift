package import AppCheck

/// A value in the types that both databases share.
package enum SQLValue: Hashable, Sendable {
    case null
    /// BIGINT
    case integer(Int64)
    /// TEXT
    case text(String)
    /// BLOB or BYTEA
    case bytes([UInt8])

    package static func integer(_ number: Int64?) -> SQLValue { number.map(SQLValue.integer) ?? .null }
    package static func text(_ text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }
}

/// A connection on which statements run one after another, within the transaction that its owner began.
///
/// Statements are standard SQL and number their parameters `$1`, `$2` … in order of first appearance, which both
/// databases understand.
package protocol SQLSession {
    /// - Returns: how many rows were inserted, updated or deleted.
    func execute(_ sql: String, _ parameters: [SQLValue]) throws(StoreError) -> Int
    func query(_ sql: String, _ parameters: [SQLValue]) throws(StoreError) -> [[SQLValue]]
}

/// What is to become of what a job wrote. Either way the caller hears of it only once the transaction has ended.
package enum Decision<Value: Sendable>: Sendable {
    case keep(Value)
    case rollBack(Value)
}
