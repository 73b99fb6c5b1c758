import AppCheck

/// Rows of one table that are added by one transaction.
struct RowBatch: Sendable {
    private static let rowLimit = 1_000
    private static let byteLimit = 8 << 20

    private var rows: [TransferReader.Row] = []
    private var byteCount = 0

    var isEmpty: Bool { rows.isEmpty }
    var count: Int { rows.count }

    /// - Returns: false, and nothing is taken, when the batch is full or the row is of another table.
    mutating func take(_ row: TransferReader.Row) -> Bool {
        if let first = rows.first {
            guard row.table.name == first.table.name, rows.count < Self.rowLimit, byteCount < Self.byteLimit else {
                return false
            }
        }
        rows.append(row)
        byteCount += row.byteCount
        return true
    }

    func insert(on session: some SQLSession) throws(StoreError) {
        var rest = rows[...]
        while let table = rest.first?.table {
            let some = rest.prefix(TransferTable.rowsPerInsert)
            rest = rest.dropFirst(some.count)
            let touched = try session.execute(table.insert(rows: some.count), some.flatMap(\.values))
            guard touched == some.count else { throw .unavailable("rows of \(table.name) were not added") }
        }
    }
}
