import AppCheck
import AssayServer

enum BackupCommand: Command {
    static let name = "backup"
    static let usage = "FILE [--data-dir DIR]"
    static let summary = "copy the database of a data directory while servers use it"
    static let details = """
        The file is a whole database as it was at one moment, and readable by you alone. It gets its name once it is
        complete, checked and on the disk; a file that is there is not overwritten. Prints its size, its SHA-256 and how many
        rows each table has. The master key is not in it: keep a copy of that elsewhere.
        """
    static let options = Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let file = try arguments.operands("FILE")[0]
        let configuration = try Place.configuration(arguments, terminal)
        let line = ProgressLine(terminal)
        defer { line.end() }
        let report = try await DatabaseBackup.make(of: configuration, at: file, progress: line.show)
        line.end()
        terminal.print("wrote \(file), \(report.byteCount) bytes, sha256 \(report.checksum)")
        terminal.list(report.tables)
        return 0
    }
}

extension Terminal {
    /// Prints what tables hold, a line each.
    func list(_ tables: [TableCount]) {
        for table in tables { row([table.table, "\(table.rows)"] + [table.checksum].compactMap(\.self)) }
    }
}
