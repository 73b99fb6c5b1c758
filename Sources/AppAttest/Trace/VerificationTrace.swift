/// Every step of one verification, in order: passed, failed, or not reached.
public struct VerificationTrace: Sendable, Equatable {
    /// What came of a step.
    public enum Outcome: Sendable, Equatable {
        /// With what was found, in words.
        case passed(String)
        case failed(Rejection)
        /// A step before it failed.
        case notReached
    }

    /// One step and what came of it.
    public struct Entry: Sendable, Equatable {
        /// The step.
        public let step: VerificationStep
        /// What came of it.
        public let outcome: Outcome
    }

    /// All steps of the procedure, in its order.
    public let entries: [Entry]
}

/// A verdict together with the way to it.
public struct Judgement<Verified: Sendable>: Sendable {
    /// What was verified, or why it was refused.
    public let result: Result<Verified, Rejection>
    /// Every step on the way.
    public let trace: VerificationTrace
}

/// Runs the steps of a procedure in order and remembers them.
struct Checklist {
    private var passed: [VerificationTrace.Entry] = []
    private let steps: [VerificationStep]

    init(_ steps: [VerificationStep]) { self.steps = steps }

    /// Runs one step; what it throws is a rejection at this step.
    mutating func check<Value>(
        _ step: VerificationStep, _ body: () throws(Finding) -> (Value, note: String)
    ) throws(Rejection) -> Value {
        do {
            let (value, note) = try body()
            passed.append(VerificationTrace.Entry(step: step, outcome: .passed(note)))
            return value
        } catch {
            throw Rejection(error, at: step)
        }
    }

    func trace(rejectedBy rejection: Rejection? = nil) -> VerificationTrace {
        let rest = steps.drop { step in passed.contains { $0.step == step } }
        let after = rest.map { step in
            VerificationTrace.Entry(
                step: step,
                outcome: step == rejection?.step ? rejection.map { .failed($0) } ?? .notReached : .notReached)
        }
        return VerificationTrace(entries: passed + after)
    }
}
