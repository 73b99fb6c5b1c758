import Synchronization

/// A request under way, and who waits for it. It ends once: with its answer, or because nobody waits any more.
final class Transfer: Sendable {
    typealias Outcome = Result<ClientAnswer, HTTPClientFailure>

    private struct State {
        var outcome: Outcome?
        var waiter: CheckedContinuation<Outcome, Never>?
    }

    let request: ClientRequest
    private let state = Mutex(State())

    init(_ request: ClientRequest) { self.request = request }

    var isFinished: Bool { state.withLock { $0.outcome != nil } }

    /// - Returns: false if it was given up before it began; the waiter has been told then.
    func begin(_ waiter: CheckedContinuation<Outcome, Never>) -> Bool {
        let outcome: Outcome? = state.withLock { state in
            if state.outcome == nil { state.waiter = waiter }
            return state.outcome
        }
        if let outcome { waiter.resume(returning: outcome) }
        return outcome == nil
    }

    func finish(_ outcome: Outcome) {
        let waiter: CheckedContinuation<Outcome, Never>? = state.withLock { state in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: outcome)
    }
}
