/// The first line of an export, and those that enclose the rows of its tables.
///
/// Lines that are no rows begin with `\.` but for the first. No row does: a backslash in a text is written twice.
package struct TransferHeader: Equatable, Sendable {
    /// Of the file's form.
    private static let version = "1"
    private static let mark = "assay-export"

    /// The number of the schema whose tables are in the file.
    package let schema: Int64
    /// 16 bytes made by chance, which tell one export from another.
    package let id: [UInt8]
    /// Seconds since 1970.
    package let madeAt: Int64

    /// Of an export by this version.
    package init(id: [UInt8], madeAt: Int64) {
        (schema, self.id, self.madeAt) = (Self.newestSchema, id, madeAt)
    }

    static var newestSchema: Int64 { Migration.all.last?.number ?? 0 }

    var line: String {
        let digits = id.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return "\(Self.mark)\t\(Self.version)\t\(schema)\t\(digits)\t\(madeAt)"
    }

    /// - Throws: ``TransferFault/file(_:)`` for anything but the first line of an export that this version can read.
    init(line: [UInt8]) throws(TransferFault) {
        let fields = String(decoding: line.prefix(200), as: UTF8.self).split(separator: "\t")
        guard fields.first.map(String.init) == Self.mark, fields.count > 1 else {
            throw .file("it is no export of Assay")
        }
        guard fields[1] == Self.version else { throw .file("its form is of a newer version of Assay") }
        guard fields.count == 5, let schema = Int64(fields[2]), let madeAt = Int64(fields[4]) else {
            throw .file("line 1: it is damaged")
        }
        guard schema == Self.newestSchema else {
            throw .file(
                """
                it has the tables of schema \(schema), and this version of Assay those of schema \(Self.newestSchema): \
                export and import with the same version
                """)
        }
        let digits = fields[3].utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue.map(UInt8.init) }
        guard digits.count == 32, fields[3].utf8.count == 32 else { throw .file("line 1: it is damaged") }
        (self.schema, self.madeAt) = (schema, madeAt)
        id = stride(from: 0, to: 32, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

extension TransferTable {
    /// The line before the rows of the table.
    var opening: String { "\\.table\t\(name)\t\(columns.map(\.name).joined(separator: ","))" }

    /// The line after them.
    func closing(_ sum: RowSum) -> String { "\\.end\t\(name)\t\(sum.rows)\t\(sum.text)" }

    /// The last line of the file, without which it is known to be cut off.
    static func ending(rows: Int) -> String { "\\.done\t\(rows)" }
}
