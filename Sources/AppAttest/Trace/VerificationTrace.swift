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

extension VerificationTrace {
    /// The same of a procedure that refuses nothing and only tells.
    package var onlyReporting: VerificationTrace {
        VerificationTrace(
            entries: entries.map { entry in
                guard case .failed(let rejection) = entry.outcome else { return entry }
                return Entry(step: entry.step, outcome: .reported(rejection))
            })
    }
}

/// A verdict together with the way to it.
public struct Judgement<Verified: Sendable>: Sendable {
    /// What was verified, or why it was refused.
    public let result: Result<Verified, Rejection>
    /// Every step on the way.
    public let trace: VerificationTrace
}

/// Words for a trace, put together only where one is kept: on the way of an exchange nobody reads them.
struct Note {
    let text: () -> String

    init(_ text: @autoclosure @escaping () -> String) { self.text = text }
}

/// Runs the steps of a procedure in order, and remembers them where a trace is wanted.
struct Checklist {
    /// Nil where no trace is wanted.
    private let steps: [VerificationStep]?
    private var done: [VerificationTrace.Entry] = []
    /// What steps that only report would have refused.
    private(set) var reported: [Rejection] = []

    /// A list that keeps a trace.
    init(_ steps: [VerificationStep]) { self.steps = steps }

    private init() { steps = nil }

    /// A list that keeps no trace.
    static let silent = Checklist()

    /// Runs one step; what it throws is a rejection at this step.
    mutating func check<Value>(
        _ step: VerificationStep, _ body: () throws(Finding) -> (Value, note: Note)
    ) throws(Rejection) -> Value {
        do {
            let (value, note) = try body()
            if steps != nil { done.append(VerificationTrace.Entry(step: step, outcome: .passed(note.text()))) }
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
            let words = try body()
            if steps != nil { done.append(VerificationTrace.Entry(step: step, outcome: .passed(words))) }
        } catch {
            let rejection = Rejection(error, at: step)
            guard reportOnly else { throw rejection }
            reported.append(rejection)
            if steps != nil { done.append(VerificationTrace.Entry(step: step, outcome: .reported(rejection))) }
        }
    }

    func trace(rejectedBy rejection: Rejection? = nil) -> VerificationTrace {
        let rest = (steps ?? []).drop { step in done.contains { $0.step == step } }
        let after = rest.map { step in
            VerificationTrace.Entry(
                step: step,
                outcome: step == rejection?.step ? rejection.map { .failed($0) } ?? .notReached : .notReached)
        }
        return VerificationTrace(entries: done + after)
    }
}
