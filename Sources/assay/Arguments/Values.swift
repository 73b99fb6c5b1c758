import AppCheck
import AssayServer

/// Options whose values are more than texts.
extension Arguments {
    static let expires = Option("expires", "TIME", "when it ends, from now on, such as 12h or 90d (default never)")

    /// Seconds from now on until `--expires`: a second to a hundred years; nil if it is not given.
    func lifetime() throws(Failure) -> Int64? {
        guard let text = value("expires") else { return nil }
        guard let seconds = DurationText.seconds(text), (1...3_153_600_000).contains(seconds) else {
            throw .usage("--expires \(text): expected a duration from now on, such as 12h or 90d")
        }
        return seconds
    }

    /// A whole number; nil if the option is not given.
    func number(_ name: String, _ range: ClosedRange<Int64>) throws(Failure) -> Int64? {
        guard let text = value(name) else { return nil }
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int64(text), range.contains(number) else {
            throw .usage("--\(name) \(text): expected \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// One of a kind's words, in either case.
    func choice<Kind: CaseIterable & RawRepresentable<String>>(
        _ name: String, _ kind: Kind.Type
    ) throws(Failure) -> Kind? {
        guard let text = value(name) else { return nil }
        guard let found = kind.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
            let words = kind.allCases.map { $0.rawValue.lowercased() }
            throw .usage("--\(name) \(text): expected \(words.joined(separator: ", "))")
        }
        return found
    }

    /// An update that says nothing is a slip.
    func requireAny(of options: [Option]) throws(Failure) {
        guard !options.contains(where: { isSet($0.name) }) else { return }
        throw .usage("nothing to change: give one of \(options.map { "--\($0.name)" }.joined(separator: ", "))")
    }

    /// Refuses a bearer token, API key or debug token where its id is wanted, and does not echo it.
    func requireID(_ operand: String) throws(Failure) {
        let isID = operand.utf8.count == 32 && operand.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        guard !isID else { return }
        // What is no id may be a secret, whole or mistyped, and is not repeated.
        let isSecret = operand.hasPrefix("assay") || DebugToken.hash(ofSecret: operand) != nil
        throw isSecret
            ? Failure(
                "this is a secret, and the command takes its id, as lists show it",
                hint: "arguments are seen by everybody on the machine: end this one and make another", status: 2)
            : Failure("this is no id: 32 hexadecimal digits, as lists show them", status: 2)
    }
}
