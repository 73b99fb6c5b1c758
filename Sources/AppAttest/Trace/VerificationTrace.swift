/// Every step of one verification, in order: passed, failed, reported, or not reached.
public struct VerificationTrace: Sendable, Equatable {
    /// What came of a step.
    public enum Outcome: Sendable, Equatable {
        /// With what was found, in words.
        case passed(String)
        case failed(Rejection)
        /// Would have failed, of a rule that refuses nothing and only tells.
        case reported(Rejection)
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
    private var done: [VerificationTrace.Entry] = []
    private let steps: [VerificationStep]

    init(_ steps: [VerificationStep]) { self.steps = steps }

    /// Runs one step; what it throws is a rejection at this step.
    mutating func check<Value>(
        _ step: VerificationStep, _ body: () throws(Finding) -> (Value, note: String)
    ) throws(Rejection) -> Value {
        do {
            let (value, note) = try body()
            done.append(VerificationTrace.Entry(step: step, outcome: .passed(note)))
            return value
        } catch {
            throw Rejection(error, at: step)
        }
    }

    /// Runs one step that establishes nothing for later ones.
    /// - Parameter reportOnly: whether it refuses nothing, and what it throws is only remembered.
    mutating func check(
        _ step: VerificationStep, reportOnly: Bool, _ body: () throws(Finding) -> String
    ) throws(Rejection) {
        do {
            done.append(VerificationTrace.Entry(step: step, outcome: .passed(try body())))
        } catch {
            let rejection = Rejection(error, at: step)
            guard reportOnly else { throw rejection }
            done.append(VerificationTrace.Entry(step: step, outcome: .reported(rejection)))
        }
    }

    /// What steps that only report would have refused.
    var reported: [Rejection] {
        done.compactMap { entry in
            switch entry.outcome {
            case .reported(let rejection): rejection
            case .passed, .failed, .notReached: nil
            }
        }
    }

    func trace(rejectedBy rejection: Rejection? = nil) -> VerificationTrace {
        let rest = steps.drop { step in done.contains { $0.step == step } }
        let after = rest.map { step in
            VerificationTrace.Entry(
                step: step,
                outcome: step == rejection?.step ? rejection.map { .failed($0) } ?? .notReached : .notReached)
        }
        return VerificationTrace(entries: done + after)
    }
}
