package import AppAttest

/// Every step of an exchange that is judged again, in the order of exchanges.
package struct ExchangeTrace: Sendable, Equatable {
    /// What came of a step.
    package enum Outcome: Sendable, Equatable {
        /// With what was found, in words.
        case passed(String)
        case failed(Comparison)
        /// Failed as well, behind a step that is cheaper to judge and refused first.
        case failedToo(Comparison)
        /// Would have failed, but the app's policy only records or reports it.
        case reported(Comparison)
        /// Only the server could know, and it did not come this far. In words.
        case unknown(String)
        /// A step before it failed.
        case notReached
    }

    /// What a step compared, in words.
    package struct Comparison: Sendable, Equatable {
        package let reason: String
        package let expected: String
        package let found: String

        /// - Parameters:
        ///   - expected: may have words of the file in it, as ``found`` may.
        init(_ refusal: ExchangeError, expected: String, found: String) {
            reason = refusal.reason
            (self.expected, self.found) = (printable(expected, limit: 1_000), printable(found))
        }
    }

    /// One step and what came of it.
    package struct Entry: Sendable, Equatable {
        /// Such as `E3` or `A1`.
        package let code: String
        package let title: String
        package let outcome: Outcome
    }

    package internal(set) var entries: [Entry] = []

    init() {}

    /// The steps that verify an object, as steps of an exchange.
    package init(_ trace: VerificationTrace) { entries = trace.entries.map(Entry.init) }

    /// What the step that failed compared, and its code; nil where none did.
    package var failure: (step: String, comparison: Comparison)? {
        for entry in entries {
            if case .failed(let comparison) = entry.outcome { return (entry.code, comparison) }
        }
        return nil
    }
}

extension ExchangeTrace.Entry {
    init(_ step: ExchangeStep, _ outcome: ExchangeTrace.Outcome) {
        (code, title, self.outcome) = (step.rawValue, step.title, outcome)
    }

    init(_ step: VerificationStep, _ outcome: ExchangeTrace.Outcome) {
        (code, title, self.outcome) = (step.code, step.title, outcome)
    }

    fileprivate init(_ entry: VerificationTrace.Entry) {
        let outcome: ExchangeTrace.Outcome =
            switch entry.outcome {
            case .passed(let note): .passed(printable(note, limit: 1_000))
            case .failed(let rejection): .failed(ExchangeTrace.Comparison(rejection))
            case .failedToo(let rejection): .failedToo(ExchangeTrace.Comparison(rejection))
            case .reported(let rejection): .reported(ExchangeTrace.Comparison(rejection))
            case .notReached: .notReached
            }
        self.init(entry.step, outcome)
    }
}

extension ExchangeTrace.Comparison {
    fileprivate init(_ rejection: Rejection) {
        (reason, expected, found) = (rejection.reason.rawValue, rejection.expected, rejection.found)
    }
}

/// What came of judging an exchange again.
package struct ExchangeVerdict: Sendable {
    /// Nil where nothing was found that refuses it.
    package let refusal: ExchangeError?
    package let trace: ExchangeTrace
    /// What the server answered.
    package let refused: (reason: String, step: String)

    /// `valid`, or `invalid:` and the check that failed: the words of a case file's `expected`.
    package var text: String { refusal?.check.map { "invalid:\($0)" } ?? "valid" }

    /// Whether reason and step are those of the server.
    package var agrees: Bool { refusal?.reason == refused.reason && refusal?.step == refused.step }
}

extension ExchangeError {
    /// The short name that case files use after `invalid:`: an object's is that of ``AppAttest/RejectionReason``, any
    /// other the reason in small letters with hyphens. Nil where ``step`` is.
    package var check: String? {
        switch self {
        case .attestation(let rejection), .assertion(let rejection), .receipt(let rejection): rejection.reason.check
        case .counterStale: RejectionReason.counterStale.check
        case .challenge, .artifact, .keyAlreadyRegistered, .keyMismatch, .keyNoLongerAllowed, .keyRevoked, .riskTooHigh:
            String(reason.lowercased().map { $0 == "_" ? "-" : $0 })
        case .projectNotFound, .appNotRegistered, .debugTokenUnknown, .debugTokenExpired, .customToken, .appCheckToken,
            .invalidTTL, .invalidJTI, .unavailable, .internalFailure:
            nil
        }
    }
}
