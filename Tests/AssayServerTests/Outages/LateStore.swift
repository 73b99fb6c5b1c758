import AppCheck
import AssayServer
import Storage
import Synchronization

/// A database that cannot be reached until a test says so.
final class LateStore: Sendable {
    private struct State {
        var failure: StoreError?
        var attempts = 0
    }

    private let state: Mutex<State>
    private let path: String

    init(_ path: String, failing failure: StoreError) {
        self.path = path
        state = Mutex(State(failure: failure))
    }

    /// How often somebody tried to open it.
    var attempts: Int { state.withLock { $0.attempts } }

    func fail(with failure: StoreError?) { state.withLock { $0.failure = failure } }

    /// Of a server that tries it again and again, with hardly a pause.
    var parts: AssayServer.Parts {
        var parts = AssayServer.Parts(directoryLifetime: 0)
        parts.openStore = { () async throws(StoreError) in
            let failure = self.state.withLock { state in
                state.attempts += 1
                return state.failure
            }
            if let failure { throw failure }
            return try await SQLiteStore.open(path: self.path)
        }
        parts.pauses.opening = Backoff(first: .milliseconds(1), longest: .milliseconds(4))
        return parts
    }
}
