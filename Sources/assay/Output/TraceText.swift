import AppAttest
import StrictJSON

/// How the steps of a verification are printed.
extension VerificationTrace {
    /// Two or three lines a step, each after a line feed.
    var explanation: String {
        entries.map { entry in
            let title = "\(entry.step.title) [\(entry.step.code)]"
            switch entry.outcome {
            case .passed(let note): return "\n  passed  \(title)\n          \(note)"
            case .failed(let rejection):
                return
                    "\n  FAILED  \(title)\n          expected  \(rejection.expected)\n          found     \(rejection.found)"
            case .reported(let rejection):
                return "\n  report  \(title)\n          expected  \(rejection.expected)"
                    + "\n          found     \(rejection.found), which the policy only reports"
            case .notReached: return "\n  -       \(title)"
            }
        }.joined()
    }

    /// An object a step.
    var json: JSONText { .array(entries.map(Self.json)) }

    private static func json(_ entry: Entry) -> JSONText {
        let step: [(String, JSONText)] = [("step", .string(entry.step.code)), ("title", .string(entry.step.title))]
        switch entry.outcome {
        case .passed(let note): return .object(step + [("outcome", .string("passed")), ("note", .string(note))])
        case .failed(let rejection):
            return .object(
                step + [
                    ("outcome", .string("failed")), ("expected", .string(rejection.expected)),
                    ("found", .string(rejection.found)),
                ])
        case .reported(let rejection):
            return .object(
                step + [
                    ("outcome", .string("reported")), ("reason", .string(rejection.reason.rawValue)),
                    ("expected", .string(rejection.expected)), ("found", .string(rejection.found)),
                ])
        case .notReached: return .object(step + [("outcome", .string("not reached"))])
        }
    }
}
