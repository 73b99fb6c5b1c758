/// Every step of one verification, in the order of the procedure: passed, failed, reported, or not reached. One at most
/// is told as failed: the one that the object was refused for.
public struct VerificationTrace: Sendable, Equatable {
    /// What came of a step.
    public enum Outcome: Sendable, Equatable {
        /// With what was found, in words.
        case passed(String)
        case failed(Rejection)
        /// Failed as well, and would have been named had not a step refused that is cheaper to judge.
        case failedToo(Rejection)
        /// Would have failed, of a rule that refuses nothing and only tells.
        case reported(Rejection)
        /// A step before it in the procedure failed.
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

/// Runs the steps of a procedure, and remembers them where a trace is wanted.
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

    /// Runs the first part of a step that ``check(_:_:)`` or ``complete(_:_:)`` brings to its end after others; what it
    /// throws is a rejection at this step.
    func begin<Value>(
        _ step: VerificationStep, _ body: () throws(Finding) -> Value
    ) throws(Rejection) -> Value {
        do { return try body() } catch { throw Rejection(error, at: step) }
    }

    /// Runs what is left of a step though another one has refused, where a trace is wanted: it refuses nothing any more.
    mutating func complete(_ step: VerificationStep, _ body: () throws(Finding) -> Note) {
        guard steps != nil else { return }
        let outcome: VerificationTrace.Outcome
        do throws(Finding) { outcome = .passed(try body().text()) } catch {
            outcome = .failedToo(Rejection(error, at: step))
        }
        done.append(VerificationTrace.Entry(step: step, outcome: outcome))
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

    /// All steps in the order of the procedure. What came of those behind the one that failed is left out: nothing is
    /// said for an object by what it has after its fault.
    func trace(rejectedBy rejection: Rejection? = nil) -> VerificationTrace {
        var isReached = true
        let entries = (steps ?? []).map { step in
            let outcome: VerificationTrace.Outcome?
            if step == rejection?.step {
                outcome = rejection.map { .failed($0) }
                isReached = false
            } else {
                outcome = isReached ? done.first { $0.step == step }?.outcome : nil
            }
            return VerificationTrace.Entry(step: step, outcome: outcome ?? .notReached)
        }
        return VerificationTrace(entries: entries)
    }
}
