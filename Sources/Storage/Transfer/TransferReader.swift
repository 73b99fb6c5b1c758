/// Reads an export from its first line to its last, and holds it to its form, its counts and its checksums.
struct TransferReader {
    let header: TransferHeader
    /// Of the tables that were read to their end.
    private(set) var sums: [RowSum] = []
    private var lines: LineReader
    private var sum: RowSum?
    private var rows = 0

    /// A row, the table it is of, and how long its line is.
    struct Row: Sendable {
        let table: TransferTable
        let values: [SQLValue]
        let byteCount: Int
    }

    init(_ read: @escaping () throws(TransferFault) -> [UInt8]) throws(TransferFault) {
        lines = LineReader(read)
        guard let first = try lines.next() else { throw .file("it is empty") }
        header = try TransferHeader(line: first)
    }

    /// - Returns: the next row; nil at the end of the file, when everything in it was found to be in order.
    mutating func next() throws(TransferFault) -> Row? {
        while sums.count < TransferTable.all.count {
            let table = TransferTable.all[sums.count]
            guard var sum else {
                try expect(table.opening)
                self.sum = RowSum()
                continue
            }
            let line = try following()
            guard line.starts(with: [0x5C, 0x2E]) else {
                guard let values = CopyText.decode(line, as: table) else { throw damaged }
                sum.add(line)
                self.sum = sum
                rows += 1
                return Row(table: table, values: values, byteCount: line.count)
            }
            guard line == Array(table.closing(sum).utf8) else {
                throw .file("line \(lines.number): table \(table.name) does not have the rows that it should have")
            }
            sums.append(sum)
            self.sum = nil
        }
        try expect(TransferTable.ending(rows: rows))
        guard try lines.next() == nil else { throw .file("line \(lines.number): more follows after its end") }
        return nil
    }

    private mutating func expect(_ text: String) throws(TransferFault) {
        guard try following() == Array(text.utf8) else { throw damaged }
    }

    private mutating func following() throws(TransferFault) -> [UInt8] {
        guard let line = try lines.next() else { throw .file("it is cut off after line \(lines.number)") }
        return line
    }

    private var damaged: TransferFault { .file("line \(lines.number): it is damaged") }
}
