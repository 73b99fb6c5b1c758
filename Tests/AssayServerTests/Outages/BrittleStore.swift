import AppCheck
import Storage
import Synchronization

/// A store that a test takes away and gives back.
final class BrittleStore: SessionStore {
    private enum State {
        case good
        case lost
        /// Whoever asks waits.
        case stuck([CheckedContinuation<Void, Never>])
    }

    private let store: SQLiteStore
    private let state = Mutex(State.good)

    init(_ store: SQLiteStore) { self.store = store }

    func lose() { state.withLock { $0 = .lost } }
    func stick() { state.withLock { $0 = .stuck([]) } }

    func mend() {
        let waiting: [CheckedContinuation<Void, Never>] = state.withLock { state in
            defer { state = .good }
            if case .stuck(let waiting) = state { return waiting }
            return []
        }
        for continuation in waiting { continuation.resume() }
    }

    func write<Value: Sendable>(
        _ isolation: Isolation, _ body: @escaping @Sendable (SQLiteConnection) throws(StoreError) -> Decision<Value>
    ) async throws(StoreError) -> Value {
        try await pass()
        return try await store.write(isolation, body)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await pass()
        return try await store.read(body)
    }

    func snapshot<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await pass()
        return try await store.snapshot(body)
    }

    func close() async { await store.close() }

    private func pass() async throws(StoreError) {
        let isLost = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
            let answer: Bool? = state.withLock { state in
                switch state {
                case .good: return false
                case .lost: return true
                case .stuck: return nil
                }
            }
            if let answer { return continuation.resume(returning: answer) }
            Task {
                await withCheckedContinuation { inner in
                    let isStuck = state.withLock { state in
                        guard case .stuck(let waiting) = state else { return false }
                        state = .stuck(waiting + [inner])
                        return true
                    }
                    if !isStuck { inner.resume() }
                }
                continuation.resume(returning: false)
            }
        }
        if isLost { throw .unavailable("the database was taken away") }
    }
}
