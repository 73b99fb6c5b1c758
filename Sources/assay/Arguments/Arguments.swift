/// An option that a command takes.
struct Option: Sendable {
    let name: String
    /// What stands for its value in the help; nil for a switch.
    let value: String?
    let help: String
    let isRepeatable: Bool

    /// A switch.
    init(_ name: String, _ help: String) {
        (self.name, value, self.help, isRepeatable) = (name, nil, help, false)
    }

    /// An option with a value.
    init(_ name: String, _ value: String, isRepeatable: Bool = false, _ help: String) {
        (self.name, self.value, self.help, self.isRepeatable) = (name, value, help, isRepeatable)
    }
}

/// The words after a command, sorted into options and operands.
struct Arguments {
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    /// Takes `--name value`, `--name=value`, switches, and `--` before operands that begin with a dash.
    init(_ words: [String], options: [Option]) throws(Failure) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let option = options.first(where: { "--\($0.name)" == parts[0] }) else {
                throw .usage("unknown option \(parts[0])")
            }
            let value: String
            if option.value == nil {
                guard parts.count == 1 else { throw .usage("--\(option.name) takes no value") }
                value = ""
            } else if parts.count == 2 {
                value = String(parts[1])
            } else {
                guard let next = rest.popFirst() else {
                    throw .usage("--\(option.name) needs a value: --\(option.name) \(option.value ?? "")")
                }
                value = next
            }
            guard option.isRepeatable || values[option.name] == nil else {
                throw .usage("--\(option.name) is given twice")
            }
            values[option.name, default: []].append(value)
        }
    }

    func isSet(_ name: String) -> Bool { values[name] != nil }
    func value(_ name: String) -> String? { values[name]?.first }
    func values(_ name: String) -> [String] { values[name] ?? [] }

    func required(_ name: String, _ value: String) throws(Failure) -> String {
        guard let found = self.value(name) else { throw .usage("--\(name) \(value) is missing") }
        return found
    }

    /// The operands, which must be as many as named.
    func operands(_ names: String...) throws(Failure) -> [String] {
        guard operands.count >= names.count else { throw .usage("\(names[operands.count]) is missing") }
        guard operands.count == names.count else { throw .usage("unexpected operand \(operands[names.count])") }
        return operands
    }
}

/// Why a command ends without having done its work. Words are lower case and without a full stop.
struct Failure: Error {
    let message: String
    let hint: String?
    /// 1 when something went wrong, 2 when the command was misused.
    let status: Int32

    init(_ message: String, hint: String? = nil, status: Int32 = 1) {
        (self.message, self.hint, self.status) = (message, hint, status)
    }

    static func usage(_ message: String) -> Failure {
        Failure(message, hint: "add --help to the command to see what it takes", status: 2)
    }
}
