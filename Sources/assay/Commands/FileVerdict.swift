import AppAttest
import StrictJSON

enum VerdictStyle { case line, explained, json }

/// What came of one file.
struct FileVerdict {
    let file: String
    /// `attestation`, `receipt`, or whatever the file says it is; nil when that could not be read.
    let kind: String?
    let expected: String?
    /// Nil for a file that could not be judged.
    let verdict: CaseVerdict?
    private let fault: String?
    /// Whether the file was judged by root certificates of its own, which anybody can make.
    let bringsRoots: Bool

    init(file: String, specimen: AppAttestCase, verdict: CaseVerdict) {
        (self.file, expected, self.verdict, fault) = (file, specimen.expected, verdict, nil)
        (kind, bringsRoots) = (specimen.kind, specimen.bringsRoots)
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

    private var explanation: String { verdict?.trace.explanation ?? "" }

    /// The same members for every file; those that do not apply are null.
    private var json: JSONText {
        let rejection = verdict?.rejection
        return .object([
            ("file", .string(file)), ("kind", text(kind)), ("verdict", .string(verdict?.text ?? "not judged")),
            ("reason", text(rejection?.reason.rawValue)), ("step", text(rejection?.step.code)),
            ("roots", verdict == nil ? .null : .string(bringsRoots ? "file" : "apple")), ("error", text(fault)),
            ("trace", verdict?.trace.json ?? .array([])),
        ])
    }

    private func text(_ value: String?) -> JSONText { value.map(JSONText.string) ?? .null }
}
