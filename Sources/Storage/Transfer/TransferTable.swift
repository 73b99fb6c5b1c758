import AppCheck

/// A table whose rows move from one store to another.
struct TransferTable: Sendable {
    struct Column: Sendable {
        enum Kind: Sendable { case integer, text, bytes }

        let name: String
        let kind: Kind
    }

    let name: String
    let columns: [Column]
    /// The columns of the primary key, which rows are read in the order of. They are the first ones, and never null.
    let keyCount: Int
    /// Which rows are data; nil for all.
    let condition: String?
    /// The statement that adds ``rowsPerInsert`` rows.
    private let fullInsert: String

    /// How many rows one statement adds at most: its parameters are numbered, and each database has a highest number.
    static let rowsPerInsert = 200

    init(_ name: String, key: [Column], _ others: [Column], only condition: String? = nil) {
        (self.name, columns, keyCount, self.condition) = (name, key + others, key.count, condition)
        fullInsert = Self.insert(rows: Self.rowsPerInsert, into: name, columns)
    }

    private var list: String { columns.map(\.name).joined(separator: ", ") }
    private var key: String { columns.prefix(keyCount).map(\.name).joined(separator: ", ") }

    var count: String { "SELECT count(*) FROM \(name)" + (condition.map { " WHERE \($0)" } ?? "") }

    /// Whether there is any row, data or not.
    var probe: String { "SELECT 1 FROM \(name) LIMIT 1" }

    /// The statement for the page of rows that begins the table, or follows a row, of which it takes the key; a limit is
    /// its last parameter.
    func page(isFirst: Bool) -> String {
        var conditions = [condition].compactMap(\.self)
        if !isFirst { conditions.append("(\(key)) > (\(Self.parameters(from: 1, count: keyCount)))") }
        let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        return "SELECT \(list) FROM \(name)\(filter) ORDER BY \(key) LIMIT $\(isFirst ? 1 : keyCount + 1)"
    }

    func insert(rows: Int) -> String {
        rows == Self.rowsPerInsert ? fullInsert : Self.insert(rows: rows, into: name, columns)
    }

    private static func insert(rows: Int, into name: String, _ columns: [Column]) -> String {
        let values = (0..<rows).map { "(\(parameters(from: $0 * columns.count + 1, count: columns.count)))" }
        let list = columns.map(\.name).joined(separator: ", ")
        return "INSERT INTO \(name) (\(list)) VALUES \(values.joined(separator: ", "))"
    }

    private static func parameters(from first: Int, count: Int) -> String {
        (first..<first + count).map { "$\($0)" }.joined(separator: ", ")
    }

    /// Whether each value is null or of its column's type.
    func holds(_ values: [SQLValue]) -> Bool {
        zip(values, columns).allSatisfy { value, column in
            switch (value, column.kind) {
            case (.null, _), (.integer, .integer), (.text, .text), (.bytes, .bytes): true
            case (.integer, _), (.text, _), (.bytes, _): false
            }
        }
    }

    /// Reads all rows in pages, each by one statement, for as long as `body` wants more of them.
    func forEachPage(
        of rows: Int, on session: some SQLSession, _ body: ([[SQLValue]]) throws(StoreError) -> Bool
    ) throws(StoreError) {
        var after: [SQLValue]?
        while true {
            let page = try session.query(page(isFirst: after == nil), (after ?? []) + [.integer(Int64(rows))])
            guard let last = page.last, last.count == columns.count else { return }
            guard try body(page), page.count == rows else { return }
            after = Array(last.prefix(keyCount))
        }
    }
}

extension TransferTable.Column {
    static func integer(_ name: String) -> Self { Self(name: name, kind: .integer) }
    static func text(_ name: String) -> Self { Self(name: name, kind: .text) }
    static func bytes(_ name: String) -> Self { Self(name: name, kind: .bytes) }
}
