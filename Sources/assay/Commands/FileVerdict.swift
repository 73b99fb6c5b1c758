import AppAttest
import AppCheck
import StrictJSON

enum VerdictStyle { case line, explained, json }

/// What came of one file.
struct FileVerdict {
    /// What came of judging it.
    struct Judged {
        /// `valid`, or `invalid:` and the check that failed.
        let text: String
        let trace: ExchangeTrace
        /// What the server answered, in a case of an exchange, and whether that is what is found here.
        let server: (reason: String, step: String, agrees: Bool)?

        init(_ verdict: CaseVerdict) {
            (text, trace, server) = (verdict.text, ExchangeTrace(verdict.trace), nil)
        }

        init(_ verdict: ExchangeVerdict) {
            (text, trace) = (verdict.text, verdict.trace)
            server = (verdict.refused.reason, verdict.refused.step, verdict.agrees)
        }

        var isValid: Bool { text == "valid" }
    }

    let file: String
    /// `attestation`, `receipt`, or whatever the file says it is; nil when that could not be read.
    let kind: String?
    let expected: String?
    /// Nil for a file that could not be judged.
    let judged: Judged?
    private let fault: String?
    /// Whether the file was judged by root certificates of its own, which anybody can make.
    let bringsRoots: Bool

    init(file: String, specimen: AppAttestCase, verdict: CaseVerdict) {
        (self.file, expected, judged, fault) = (file, specimen.expected, Judged(verdict), nil)
        (kind, bringsRoots) = (specimen.kind, specimen.bringsRoots)
    }

    init(file: String, exchange: ExchangeCase, verdict: ExchangeVerdict) {
        (self.file, expected, judged, fault) = (file, exchange.expected, Judged(verdict), nil)
        (kind, bringsRoots) = (exchange.kind, exchange.bringsRoots)
    }

    init(file: String, unreadable fault: String, kind: String? = nil) {
        (self.file, self.kind, expected, judged, self.fault) = (file, kind, nil, nil, fault)
        bringsRoots = false
    }

    /// Whether the verdict is the one that the file expects, and the server's if there was one; a file that expects none
    /// agrees with nothing.
    var isAsExpected: Bool {
        guard let judged else { return false }
        return judged.text == expected && judged.server?.agrees != false
    }

    func text(_ style: VerdictStyle, expects: Bool) -> String {
        switch style {
        case .line: return line(expects: expects)
        case .explained: return line(expects: expects) + (judged?.trace.explanation ?? "")
        case .json: return String(decoding: json.encoded(pretty: false), as: UTF8.self)
        }
    }

    private func line(expects: Bool) -> String {
        guard let judged else { return "\(file): not judged: \(fault ?? "")" }
        var line = "\(file): \(judged.text)"
        if let (step, comparison) = judged.trace.failure {
            line += " (\(step): expected \(comparison.expected); found \(comparison.found))"
        }
        if let server = judged.server {
            line += server.agrees ? ", as the server said" : ", but the server said \(server.reason) at \(server.step)"
        }
        guard expects else { return line }
        return isAsExpected ? "ok   \(line)" : "BAD  \(line)\(judged.text == expected ? "" : ", \(wanted)")"
    }

    private var wanted: String { expected.map { "but the file expects \($0)" } ?? "and the file expects nothing" }

    /// The same members for every file; those that do not apply are null.
    private var json: JSONText {
        let failure = judged?.trace.failure
        return .object([
            ("file", .string(file)), ("kind", text(kind)), ("verdict", .string(judged?.text ?? "not judged")),
            ("reason", text(failure?.comparison.reason)), ("step", text(failure?.step)),
            ("roots", judged == nil ? .null : .string(bringsRoots ? "file" : "apple")), ("server", server),
            ("error", text(fault)), ("trace", judged?.trace.json ?? .array([])),
        ])
    }

    private var server: JSONText {
        guard let server = judged?.server else { return .null }
        return .object([
            ("reason", .string(server.reason)), ("step", .string(server.step)), ("agrees", .bool(server.agrees)),
        ])
    }

    private func text(_ value: String?) -> JSONText { value.map(JSONText.string) ?? .null }
}
