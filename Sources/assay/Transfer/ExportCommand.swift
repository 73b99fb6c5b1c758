import AssayServer

enum ExportCommand: Command {
    static let name = "export"
    static let usage = "FILE [--data-dir DIR]"
    static let summary = "write everything the database holds into a file that assay import reads"
    static let details = """
        For moving between SQLite and PostgreSQL, either way. Servers may go on, but what they write after the export begins
        is not in the file. It gets its name once it is complete and on the disk; a file that is there is not overwritten.
        Prints rows and checksum of each table. The master key is not in it, nor the key of challenges.
        """
    static let options = Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let file = try arguments.operands("FILE")[0]
        let configuration = try Place.configuration(arguments, terminal)
        let line = ProgressLine(terminal)
        defer { line.end() }
        let report = try await StoreExport.write(
            configuration, to: file, Place.surroundings, warn: terminal.warn, progress: line.show)
        line.end()
        terminal.print("wrote \(file), \(report.byteCount) bytes")
        terminal.list(report.tables)
        return 0
    }
}
