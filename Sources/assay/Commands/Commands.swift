import AssayServer
import FoundationEssentials

/// All commands, and the way from words to one of them.
enum Commands {
    static let all: [CommandEntry] = [
        CommandEntry(ServeCommand.self),
        CommandEntry(ProjectAddCommand.self),
        CommandEntry(ProjectListCommand.self),
        CommandEntry(ProjectShowCommand.self),
        CommandEntry(ProjectUpdateCommand.self),
        CommandEntry(ProjectRemoveCommand.self),
        CommandEntry(AppAddCommand.self),
        CommandEntry(AppListCommand.self),
        CommandEntry(AppShowCommand.self),
        CommandEntry(AppUpdateCommand.self),
        CommandEntry(AppCountsCommand.self),
        CommandEntry(AppRemoveCommand.self),
        CommandEntry(KeyListCommand.self),
        CommandEntry(KeyShowCommand.self),
        CommandEntry(KeyRevokeCommand.self),
        CommandEntry(APIKeyCreateCommand.self),
        CommandEntry(APIKeyListCommand.self),
        CommandEntry(APIKeyUpdateCommand.self),
        CommandEntry(APIKeyRemoveCommand.self),
        CommandEntry(DebugTokenCreateCommand.self),
        CommandEntry(DebugTokenListCommand.self),
        CommandEntry(DebugTokenRemoveCommand.self),
        CommandEntry(CustomKeyAddCommand.self),
        CommandEntry(CustomKeyListCommand.self),
        CommandEntry(CustomKeyRemoveCommand.self),
        CommandEntry(ServiceListCommand.self),
        CommandEntry(ServiceSetCommand.self),
        CommandEntry(TokenCreateCommand.self),
        CommandEntry(TokenListCommand.self),
        CommandEntry(TokenRevokeCommand.self),
        CommandEntry(AuditListCommand.self),
        CommandEntry(BackupCommand.self),
        CommandEntry(RestoreCommand.self),
        CommandEntry(ExportCommand.self),
        CommandEntry(ImportCommand.self),
        CommandEntry(VerifyCommand.self),
        CommandEntry(ReceiptShowCommand.self),
        CommandEntry(SimulateCommand.self),
        CommandEntry(SimulateAppleCommand.self),
        CommandEntry(VersionCommand.self),
    ]

    static func run(_ words: [String]) async -> Int32 {
        let terminal = Terminal(environment: ProcessInfo.processInfo.environment)
        do {
            guard let first = words.first else {
                terminal.note(help)
                return 2
            }
            if ["--help", "-h", "help"].contains(first) {
                terminal.print(help)
                return 0
            }
            guard let (command, rest) = find(first == "--version" ? ["version"] + words.dropFirst() : words) else {
                throw unknown(words)
            }
            if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
                terminal.print(command.help)
                return 0
            }
            return try await command.run(Arguments(rest, options: command.options), terminal)
        } catch let failure as Failure {
            terminal.fail(failure)
            return failure.status
        } catch let faults as ConfigurationFaults {
            for fault in faults.faults { terminal.fail(Failure(fault)) }
            return 1
        } catch {
            terminal.fail(Failure("\(error)"))
            return 1
        }
    }

    /// Whether the words call a command that ends at a signal, and has something to finish before it ends.
    static func endsAtSignal(_ words: [String]) -> Bool { find(words)?.0.endsAtSignal ?? false }

    private static func find(_ words: [String]) -> (CommandEntry, [String])? {
        // One command's words may begin another's: the longer name is meant.
        let named = all.map { ($0, $0.name.split(separator: " ").map(String.init)) }
        let found = named.filter { words.starts(with: $0.1) }.max { $0.1.count < $1.1.count }
        return found.map { ($0.0, Array(words.dropFirst($0.1.count))) }
    }

    private static func unknown(_ words: [String]) -> Failure {
        let group = all.filter { $0.name.hasPrefix("\(words[0]) ") }.map(\.name)
        guard group.isEmpty else {
            return Failure(
                "\(words[0]) needs a second word: \(group.joined(separator: ", "))",
                hint: "add --help to one of them to see what it takes", status: 2)
        }
        return Failure("unknown command \(words[0])", hint: "try assay --help", status: 2)
    }

    private static var help: String {
        let width = (all.map(\.name.count).max() ?? 0) + 2
        let lines = all.map { "  \($0.name)\(String(repeating: " ", count: width - $0.name.count))\($0.summary)" }
        return """
            Assay verifies Apple App Attest and issues App Check tokens.

            usage: assay COMMAND [OPTIONS]

            \(lines.joined(separator: "\n"))

            assay COMMAND --help says more of each.
            """
    }
}

enum VersionCommand: Command {
    static let name = "version"
    static let usage = ""
    static let summary = "print the version"
    static let options: [Option] = []

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        _ = try arguments.operands()
        terminal.print("assay \(AssayVersion.current)")
        return 0
    }
}
