import Synchronization

/// Opens when as many have arrived as were expected.
final class Latch: Sendable {
    private struct State {
        var missing: Int
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(expecting count: Int) { state = Mutex(State(missing: count)) }

    func arrive() {
        let waiters: [CheckedContinuation<Void, Never>] = state.withLock { state in
            state.missing -= 1
            guard state.missing <= 0 else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if state.missing > 0 { state.waiters.append(continuation) }
                return state.missing <= 0
            }
            if isOpen { continuation.resume() }
        }
    }
}
