import AppAttest
import StrictJSON

enum VerdictStyle { case line, explained, json }

/// What came of one file.
struct FileVerdict {
    let file: String
    /// `attestation`, `assertion`, or what the file says it is; nil when that could not be read.
    let kind: String?
    let expected: String?
    /// Nil for a file that could not be judged.
    let verdict: CaseVerdict?
    private let fault: String?
    /// Whether the file was judged by root certificates of its own, which anybody can make.
    let bringsRoots: Bool

    init(file: String, specimen: AppAttestCase, verdict: CaseVerdict) {
        (self.file, expected, self.verdict, fault) = (file, specimen.expected, verdict, nil)
        bringsRoots = specimen.trustAnchors != [.appleAppAttestationRootCA]
        kind =
            switch specimen.subject {
            case .attestation: "attestation"
            case .assertion: "assertion"
            }
    }

    init(file: String, unreadable fault: String, kind: String? = nil) {
        (self.file, self.kind, expected, verdict, self.fault) = (file, kind, nil, nil, fault)
        bringsRoots = false
    }

    /// Whether the verdict is the one that the file expects; a file that expects none agrees with nothing.
    var isAsExpected: Bool { verdict != nil && verdict?.text == expected }

    func text(_ style: VerdictStyle, expects: Bool) -> String {
        switch style {
        case .line: return line(expects: expects)
        case .explained: return line(expects: expects) + explanation
        case .json: return String(decoding: json.encoded(pretty: false), as: UTF8.self)
        }
    }

    private func line(expects: Bool) -> String {
        guard let verdict else { return "\(file): not judged: \(fault ?? "")" }
        var line = "\(file): \(verdict.text)"
        if let rejection = verdict.rejection {
            line += " (\(rejection.step.code): expected \(rejection.expected); found \(rejection.found))"
        }
        if expects { line = (isAsExpected ? "ok   " : "BAD  ") + line + (isAsExpected ? "" : ", \(wanted)") }
        return line
    }

    private var wanted: String { expected.map { "but the file expects \($0)" } ?? "and the file expects nothing" }

    private var explanation: String {
        guard let verdict else { return "" }
        return verdict.trace.entries.map { entry in
            let title = "\(entry.step.title) [\(entry.step.code)]"
            switch entry.outcome {
            case .passed(let note): return "\n  passed  \(title)\n          \(note)"
            case .failed(let rejection):
                return
                    "\n  FAILED  \(title)\n          expected  \(rejection.expected)\n          found     \(rejection.found)"
            case .notReached: return "\n  -       \(title)"
            }
        }.joined()
    }

    /// The same members for every file; those that do not apply are null.
    private var json: JSONText {
        let rejection = verdict?.rejection
        return .object([
            ("file", .string(file)), ("kind", text(kind)), ("verdict", .string(verdict?.text ?? "not judged")),
            ("reason", text(rejection?.reason.rawValue)), ("step", text(rejection?.step.code)),
            ("roots", verdict == nil ? .null : .string(bringsRoots ? "file" : "apple")), ("error", text(fault)),
            ("trace", .array(verdict?.trace.entries.map(Self.json) ?? [])),
        ])
    }

    private func text(_ value: String?) -> JSONText { value.map(JSONText.string) ?? .null }

    private static func json(_ entry: VerificationTrace.Entry) -> JSONText {
        let step: [(String, JSONText)] = [("step", .string(entry.step.code)), ("title", .string(entry.step.title))]
        switch entry.outcome {
        case .passed(let note): return .object(step + [("outcome", .string("passed")), ("note", .string(note))])
        case .failed(let rejection):
            return .object(
                step + [
                    ("outcome", .string("failed")), ("expected", .string(rejection.expected)),
                    ("found", .string(rejection.found)),
                ])
        case .notReached: return .object(step + [("outcome", .string("not reached"))])
        }
    }
}

/// How many files ended how.
struct Tally {
    let expects: Bool
    private var valid = 0
    private var rejected = 0
    private var notJudged = 0
    private var unexpected = 0
    /// Files that brought root certificates of their own.
    private(set) var withOwnRoots = 0

    init(expects: Bool) { self.expects = expects }

    mutating func count(_ verdict: FileVerdict) {
        guard let judged = verdict.verdict else {
            notJudged += 1
            return
        }
        if judged.rejection == nil { valid += 1 } else { rejected += 1 }
        if verdict.bringsRoots { withOwnRoots += 1 }
        if !verdict.isAsExpected { unexpected += 1 }
    }

    var status: Int32 {
        if notJudged > 0 { return 2 }
        return (expects ? unexpected : rejected) > 0 ? 1 : 0
    }

    var summary: String {
        var parts = ["\(valid + rejected) judged: \(valid) valid, \(rejected) rejected"]
        if expects { parts.append("\(valid + rejected - unexpected) as expected, \(unexpected) not") }
        if notJudged > 0 { parts.append("\(notJudged) not judged") }
        return parts.joined(separator: "; ")
    }
}
