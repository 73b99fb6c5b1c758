import AppAttest
import AppCheck

/// A case file, of an object alone or of an exchange.
enum ExchangeCaseInput {
    private static let attestations = AttestationVerifier()
    private static let assertions = AssertionVerifier()

    static func check(_ input: [UInt8]) throws(BrokenPromise) {
        if let object = try? AppAttestCase(json: input) {
            let verdict = object.judge(with: attestations, assertions)
            try promise(
                (verdict.rejection == nil) == (ExchangeTrace(verdict.trace).failure == nil),
                "an object is \(verdict.text) and its trace says otherwise")
        }
        guard let exchange = (try? ExchangeCase(json: input)).flatMap(\.self) else { return }
        let verdict = exchange.judge(with: attestations, assertions)
        try check(verdict)
        let again = exchange.judge(with: attestations, assertions)
        try promise(verdict.refusal == again.refusal && verdict.trace == again.trace, "it was judged in two ways")
    }

    private static func check(_ verdict: ExchangeVerdict) throws(BrokenPromise) {
        let failure = verdict.trace.failure
        try promise(failure?.step == verdict.refusal?.step, "it was refused at a step that did not fail")
        try promise(failure?.comparison.reason == verdict.refusal?.reason, "it was refused for another reason")
        try promise(
            (verdict.text == "valid") == (verdict.refusal == nil), "it is \(verdict.text) and was judged otherwise")
        try promise(!verdict.agrees || verdict.refusal != nil, "it agrees with a refusal without one")
        let codes = verdict.trace.entries.map(\.code)
        try promise(Set(codes).count == codes.count, "a step ran twice")
        let texts = verdict.trace.entries.flatMap { entry -> [String] in
            switch entry.outcome {
            case .passed(let note), .unknown(let note): [note]
            case .failed(let comparison), .failedToo(let comparison), .reported(let comparison):
                [comparison.expected, comparison.found]
            case .notReached: []
            }
        }
        let controls = texts.contains { text in
            text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        try promise(!controls, "the words of a step control the terminal")
    }
}
