import AppCheck
import Dispatch
import Synchronization

/// Whether the database can be reached, as the connections of one store find out together.
final class PostgresHealth: Sendable {
    private struct State {
        var connected = 0
        /// Why nobody is connected; nil while somebody is, or nobody has tried yet.
        var trouble: String?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let closing = DispatchSemaphore(value: 0)
    private let events: @Sendable (StoreEvent) -> Void

    init(events: @escaping @Sendable (StoreEvent) -> Void) { self.events = events }

    /// Why there is no sense in waiting for a connection.
    var trouble: String? { state.withLock { $0.trouble } }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func connected() {
        let wasLost = state.withLock { state in
            state.connected += 1
            defer { state.trouble = nil }
            return state.trouble != nil
        }
        if wasLost { events(.regained) }
    }

    func disconnected() { state.withLock { $0.connected -= 1 } }

    /// - Returns: whether nobody is connected, so that whoever waits waits in vain.
    func failed(_ reason: String) -> Bool {
        let (isLost, isNews) = state.withLock { state in
            guard state.connected == 0 else { return (false, false) }
            defer { state.trouble = reason }
            return (true, state.trouble == nil)
        }
        if isNews { events(.lost(reason)) }
        return isLost
    }

    func close() { state.withLock { $0.isClosed = true } }

    /// Waits between two attempts, but not when the store closes.
    func pause(milliseconds: Int) {
        guard !isClosed else { return }
        if closing.wait(timeout: .now() + .milliseconds(milliseconds)) == .success { closing.signal() }
    }

    /// Ends every pause, now and later.
    func wakeAll() { closing.signal() }
}
