import AppCheck

/// How one kind of resource is kept: its columns, what they depend on, and every statement that follows from them.
///
/// Statements are written once for each table, so that connections find them prepared.
struct ResourceTable: Sendable {
    /// Reads a row's columns in their order.
    typealias Reader = @Sendable (_ row: inout SQLRow) throws(StoreError) -> Resource

    /// All rows, without a condition.
    let select: String
    /// The row of a key.
    let find: String
    /// The rows of a parent whose ids come after one, in order. Ids are never empty, so that an empty one begins.
    let list: String
    /// How many rows a parent has.
    let count: String
    /// Adds a row unless its key, or what else must be unique, is there.
    let insert: String
    /// Sets all columns but the key's, where key and all others still are what they were.
    let replace: String
    /// Removes the row whose columns all still are what they were.
    let remove: String
    /// Finds a row by what else must be unique; nil where nothing must.
    let rival: (query: String, columns: [Int])?
    /// Finds out whether a key has rows of other tables under it; nil where it never has.
    let dependents: String?
    let keyCount: Int
    /// Key and others, without what is only looked up.
    let columnCount: Int
    private let subject: String
    private let read: Reader

    /// - Parameters:
    ///   - subject: what a row describes, for error texts.
    ///   - key: the primary key: the columns that name the parent, and the id last.
    ///   - columns: all others.
    ///   - lookedUp: expressions that are read behind the columns and not written.
    ///   - unique: columns that together must differ from those of all other rows.
    ///   - dependents: tables under this one, each with the columns that name a row's key.
    init(
        _ name: String, of subject: String, key: [String], columns: [String], lookedUp: [String] = [],
        unique: [String] = [], dependents: [(table: String, columns: [String])] = [], read: @escaping Reader
    ) {
        let stored = key + columns
        let (parent, id) = (key.dropLast(), key.suffix(1).joined())
        select = "SELECT \((stored + lookedUp).joined(separator: ", ")) FROM \(name)"
        find = "\(select) WHERE \(Self.conditions(key))"
        list = """
            \(select) WHERE \((parent.isEmpty ? "" : Self.conditions(parent) + " AND "))\(id) > $\(key.count) \
            ORDER BY \(id) LIMIT $\(key.count + 1)
            """
        count = "SELECT COUNT(*) FROM \(name)" + (parent.isEmpty ? "" : " WHERE \(Self.conditions(parent))")
        let parameters = stored.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        insert = """
            INSERT INTO \(name) (\(stored.joined(separator: ", "))) VALUES (\(parameters)) ON CONFLICT DO NOTHING
            """
        let settings = columns.enumerated().map { "\($1) = $\($0 + 1)" }.joined(separator: ", ")
        replace = """
            UPDATE \(name) SET \(settings) WHERE \(Self.conditions(key, from: columns.count + 1)) \
            AND \(Self.conditions(columns, from: stored.count + 1, "IS NOT DISTINCT FROM"))
            """
        remove = """
            DELETE FROM \(name) WHERE \(Self.conditions(key)) \
            AND \(Self.conditions(columns, from: key.count + 1, "IS NOT DISTINCT FROM"))
            """
        let uniqueColumns = unique.compactMap { stored.firstIndex(of: $0) }
        let findRival = "SELECT 1 FROM \(name) WHERE \(Self.conditions(unique))"
        rival = unique.isEmpty ? nil : (findRival, uniqueColumns)
        let kinds = dependents.map { "EXISTS (SELECT 1 FROM \($0.table) WHERE \(Self.conditions($0.columns)))" }
        self.dependents = kinds.isEmpty ? nil : "SELECT 1 WHERE \(kinds.joined(separator: " OR "))"
        (keyCount, columnCount) = (key.count, stored.count)
        (self.subject, self.read) = (subject, read)
    }

    func resource(_ values: [SQLValue]) throws(StoreError) -> Resource {
        var row = SQLRow(values, of: subject)
        return try read(&row)
    }

    private static func conditions(
        _ columns: some Sequence<String>, from first: Int = 1, _ comparison: String = "="
    ) -> String {
        columns.enumerated().map { "\($1) \(comparison) $\($0 + first)" }.joined(separator: " AND ")
    }
}
