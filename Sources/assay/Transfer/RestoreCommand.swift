import AssayServer

enum RestoreCommand: Command {
    static let name = "restore"
    static let usage = "FILE [--replace] [--sha256 DIGITS] [--data-dir DIR]"
    static let summary = "put a backup in the place of the data directory's database"
    static let details = """
        No server may run on the data directory. The backup is copied, checked, and tried with the master key if there is
        one; only then does it take the place of the database, in one step. A database that is there is moved aside, never
        deleted, and only with --replace. Challenges from before are void afterwards. What else goes back in time, such as
        revocations and used-up tokens, is in docs/backup-and-move.md.
        """
    static let options =
        [
            Option("replace", "move a database that is there aside"),
            Option("sha256", "DIGITS", "what the backup must have, as assay backup printed it"),
        ] + Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let file = try arguments.operands("FILE")[0]
        let checksum = arguments.value("sha256")
        guard checksum.map({ $0.utf8.count == 64 }) ?? true else {
            throw Failure.usage("--sha256: expected 64 hexadecimal digits")
        }
        let restore = try DatabaseRestore(
            into: try Place.configuration(arguments, terminal), environment: terminal.environment,
            surroundings: Place.surroundings)
        let line = ProgressLine(terminal)
        defer { line.end() }
        let report = try await restore.run(
            file, replaces: arguments.isSet("replace"), checksum: checksum, progress: line.show)
        line.end()
        terminal.print("restored \(report.databasePath) from \(file)")
        terminal.list(report.tables)
        if let path = report.replacedPath { terminal.note("the database that was there is now \(path)") }
        if report.voidsChallenges {
            terminal.note("challenges from before the restore are void; the next start makes a new key for them")
        }
        if !report.triedMasterKey {
            terminal.note("no master key is here: put that of the backup's servers here before you start one")
        }
        return 0
    }
}
