import AppCheck

/// One command of the tool.
protocol Command: Sendable {
    /// The words that call it, such as `app add`.
    static var name: String { get }
    /// What follows the name.
    static var usage: String { get }
    /// What it does, in a line.
    static var summary: String { get }
    /// More of it, for its own help; may be empty.
    static var details: String { get }
    static var options: [Option] { get }
    /// Whether it goes on until SIGTERM or SIGINT, and waits for that itself.
    static var endsAtSignal: Bool { get }

    /// - Returns: the exit status.
    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32
}

extension Command {
    static var details: String { "" }
    static var endsAtSignal: Bool { false }

    static var help: String {
        var text = "usage: assay \(name) \(usage)\n\n\(summary)\n"
        if !details.isEmpty { text += "\n\(details)\n" }
        text += "\noptions:\n"
        let all = options + [Option("help", "show this help")]
        let terms = all.map { "--\($0.name)\($0.value.map { " \($0)" } ?? "")" }
        let width = (terms.map(\.count).max() ?? 0) + 2
        for (term, option) in zip(terms, all) {
            text += "  \(term)\(String(repeating: " ", count: width - term.count))\(option.help)\n"
        }
        return text
    }
}

/// A command in the list of all.
struct CommandEntry: Sendable {
    let name: String
    let summary: String
    let help: String
    let options: [Option]
    let endsAtSignal: Bool
    let run: @Sendable (Arguments, Terminal) async throws -> Int32

    init<Definition: Command>(_ command: Definition.Type) {
        (name, summary, help, options) = (command.name, command.summary, command.help, command.options)
        endsAtSignal = command.endsAtSignal
        run = { arguments, terminal in
            do { return try await Definition.run(arguments, terminal) } catch let error as AdministrationError {
                throw Failure(error, project: arguments.operands.first)
            }
        }
    }
}
