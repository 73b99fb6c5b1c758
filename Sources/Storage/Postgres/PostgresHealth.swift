import AppCheck
import Dispatch
import Synchronization

/// Whether the database can be reached, as the connections of one store find out together.
///
/// Each pool counts for itself: a connection that idles in one is no help to those who wait in another, and may be dead
/// without anybody having noticed.
final class PostgresHealth: Sendable {
    private struct Pool {
        var connected = 0
        /// Why nobody is connected; nil while somebody is, or nobody has tried yet.
        var trouble: String?
    }

    private struct State {
        var pools: [Pool] = []
        var isClosed = false

        var isLost: Bool { pools.contains { $0.trouble != nil } }
    }

    private let state = Mutex(State())
    private let closing = DispatchSemaphore(value: 0)
    private let events: @Sendable (StoreEvent) -> Void

    init(events: @escaping @Sendable (StoreEvent) -> Void) { self.events = events }

    /// - Returns: what the pool is called here.
    func addPool() -> Int {
        state.withLock { state in
            state.pools.append(Pool())
            return state.pools.count - 1
        }
    }

    /// Why there is no sense in waiting for a connection of the pool.
    func trouble(in pool: Int) -> String? { state.withLock { $0.pools[pool].trouble } }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func connected(_ pool: Int) {
        let isRegained = state.withLock { state in
            let wasLost = state.isLost
            state.pools[pool].connected += 1
            state.pools[pool].trouble = nil
            return wasLost && !state.isLost
        }
        if isRegained { events(.regained) }
    }

    func disconnected(_ pool: Int) { state.withLock { $0.pools[pool].connected -= 1 } }

    /// - Returns: whether nobody of the pool is connected, so that whoever waits waits in vain.
    func failed(_ pool: Int, _ reason: String) -> Bool {
        let (isLost, isNews) = state.withLock { state in
            guard state.pools[pool].connected == 0 else { return (false, false) }
            let wasLost = state.isLost
            state.pools[pool].trouble = reason
            return (true, !wasLost)
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
