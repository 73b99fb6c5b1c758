package import AppCheck

extension SessionStore {
    package func exportRows(
        _ header: TransferHeader, write: @escaping @Sendable ([UInt8]) throws(TransferFault) -> Void,
        progress: @escaping @Sendable (WorkProgress) -> Void
    ) async throws(TransferFault) -> [TableCount] {
        let result: Result<[TableCount], TransferFault>
        do throws(StoreError) {
            result = try await snapshot { session throws(StoreError) in
                do throws(TransferFault) {
                    let export = try Export(on: session, write: write, progress: progress)
                    return .success(try export.run(header))
                } catch {
                    if case .store(let error) = error { throw error }
                    return .failure(error)
                }
            }
        } catch { throw .store(error) }
        return try result.get()
    }
}

/// Rows from a store into a file.
private struct Export<Session: SQLSession> {
    private static var pageSize: Int { 500 }

    private let session: Session
    private let write: ([UInt8]) throws(TransferFault) -> Void
    private let progress: (WorkProgress) -> Void
    /// How many rows there are in all.
    private let expected: Int

    init(
        on session: Session, write: @escaping ([UInt8]) throws(TransferFault) -> Void,
        progress: @escaping (WorkProgress) -> Void
    ) throws(TransferFault) {
        (self.session, self.write, self.progress) = (session, write, progress)
        var expected = 0
        do throws(StoreError) {
            // Tables of a newer version may have columns that this one would leave behind.
            guard try Migration.state(on: session) == .current else {
                throw StoreError.unreadable("its schema is of another version of Assay; export with that one")
            }
            for table in TransferTable.all {
                var row = SQLRow(try session.query(table.count, []).first ?? [], of: "a count")
                expected += try row.integer(Int.self)
            }
        } catch { throw .store(error) }
        self.expected = expected
    }

    func run(_ header: TransferHeader) throws(TransferFault) -> [TableCount] {
        try write(Array((header.line + "\n").utf8))
        var (counts, rows): ([TableCount], Int) = ([], 0)
        for table in TransferTable.all {
            let sum = try run(table, after: rows)
            rows += sum.rows
            counts.append(TableCount(table: table.name, rows: sum.rows, checksum: sum.text))
        }
        try write(Array((TransferTable.ending(rows: rows) + "\n").utf8))
        return counts
    }

    private func run(_ table: TransferTable, after rows: Int) throws(TransferFault) -> RowSum {
        try write(Array((table.opening + "\n").utf8))
        var sum = RowSum()
        var fault: TransferFault?
        do throws(StoreError) {
            try table.forEachPage(of: Self.pageSize, on: session) { page throws(StoreError) in
                var lines: [UInt8] = []
                for values in page {
                    // SQLite keeps what it is given, whatever the type of the column.
                    guard table.holds(values) else { throw .unreadable("a row of \(table.name) is damaged") }
                    let line = CopyText.encode(values)
                    sum.add(line)
                    lines += line
                    lines.append(0x0A)
                }
                do throws(TransferFault) { try write(lines) } catch {
                    fault = error
                    return false
                }
                progress(WorkProgress(.writing, done: rows + sum.rows, of: expected))
                return true
            }
        } catch { throw .store(error) }
        if let fault { throw fault }
        try write(Array((table.closing(sum) + "\n").utf8))
        return sum
    }
}
