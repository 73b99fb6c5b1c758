import AssayServer

enum ImportCommand: Command {
    static let name = "import"
    static let usage = "FILE [--data-dir DIR]"
    static let summary = "take what assay export wrote into an empty database"
    static let details = """
        Reads the whole file and checks it before it touches the database, which must hold nothing; it is made if it is
        missing. Broken off, it goes on where it was when it is run with the same file again; until it is finished no server
        starts on the database. At the end all rows are read back and compared. Put the master key of the old servers in its
        place first: it is tried on the keys in the file.
        """
    static let options = Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let file = try arguments.operands("FILE")[0]
        let task = StoreImport(
            into: try Place.configuration(arguments, terminal), environment: terminal.environment,
            surroundings: Place.surroundings)
        let line = ProgressLine(terminal)
        defer { line.end() }
        let report = try await task.run(file, warn: terminal.warn, progress: line.show)
        line.end()
        terminal.print("imported \(file); all rows were read back and are those of the file")
        terminal.list(report.tables)
        if report.rowsThereBefore > 0 {
            terminal.note("went on after \(report.rowsThereBefore) rows that were there from a run before")
        }
        if !report.triedMasterKey {
            terminal.note("no master key is here: put that of the old servers here before you start one")
        }
        return 0
    }
}
