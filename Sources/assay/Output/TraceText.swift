import AppAttest
import AppCheck
import StrictJSON

/// How the steps of a verification are printed.
extension VerificationTrace {
    var explanation: String { ExchangeTrace(self).explanation }
    var json: JSONText { ExchangeTrace(self).json }
}

/// How the steps of an exchange are printed, and those of an object.
extension ExchangeTrace {
    /// One to three lines a step, each after a line feed.
    var explanation: String {
        entries.map { entry in
            let title = "\(entry.title) [\(entry.code)]"
            switch entry.outcome {
            case .passed(let note): return "\n  passed  \(title)\n          \(note)"
            case .failed(let comparison):
                return "\n  FAILED  \(title)\n          expected  \(comparison.expected)"
                    + "\n          found     \(comparison.found)"
            case .failedToo(let comparison):
                return "\n  failed  \(title)\n          expected  \(comparison.expected)"
                    + "\n          found     \(comparison.found), which another step spared the server to find"
            case .reported(let comparison):
                return "\n  report  \(title)\n          expected  \(comparison.expected)"
                    + "\n          found     \(comparison.found), which the policy only reports"
            case .unknown(let note): return "\n  ?       \(title)\n          \(note)"
            case .notReached: return "\n  -       \(title)"
            }
        }.joined()
    }

    /// An object a step.
    var json: JSONText { .array(entries.map(Self.json)) }

    private static func json(_ entry: Entry) -> JSONText {
        let step: [(String, JSONText)] = [("step", .string(entry.code)), ("title", .string(entry.title))]
        switch entry.outcome {
        case .passed(let note): return .object(step + [("outcome", .string("passed")), ("note", .string(note))])
        case .failed(let comparison):
            return .object(
                step + [
                    ("outcome", .string("failed")), ("expected", .string(comparison.expected)),
                    ("found", .string(comparison.found)),
                ])
        case .failedToo(let comparison):
            return .object(
                step + [
                    ("outcome", .string("failed too")), ("reason", .string(comparison.reason)),
                    ("expected", .string(comparison.expected)), ("found", .string(comparison.found)),
                ])
        case .reported(let comparison):
            return .object(
                step + [
                    ("outcome", .string("reported")), ("reason", .string(comparison.reason)),
                    ("expected", .string(comparison.expected)), ("found", .string(comparison.found)),
                ])
        case .unknown(let note): return .object(step + [("outcome", .string("unknown")), ("note", .string(note))])
        case .notReached: return .object(step + [("outcome", .string("not reached"))])
        }
    }
}
