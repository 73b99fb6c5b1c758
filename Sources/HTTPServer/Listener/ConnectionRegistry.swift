import HTTP
import Synchronization

/// Every open connection, by its descriptor.
///
/// libmicrohttpd's own time-out counts silence only, so who sends a byte now and then is never closed by it. An entry is
/// made before the library gets the descriptor and goes when the library announces the end of the connection.
final class ConnectionRegistry: Sendable {
    private struct State {
        var entries: [Int32: OpenConnection] = [:]
        var perPeer: [String: Int] = [:]
    }

    private let state = Mutex(State())
    private let draining = Atomic(false)
    private let configuration: HTTPServerConfiguration

    init(configuration: HTTPServerConfiguration) {
        self.configuration = configuration
    }

    var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }
    var isFull: Bool { state.withLock { $0.entries.count >= configuration.connectionLimit } }
    var isDraining: Bool { draining.load(ordering: .acquiring) }

    /// Enters a connection; the time for its first head starts to run.
    /// - Returns: `false` if its address has as many connections as it may.
    func admit(_ descriptor: Int32, peer: String) -> Bool {
        state.withLock { state in
            let limit = configuration.connectionLimitPerAddress
            guard limit == 0 || state.perPeer[peer, default: 0] < limit else { return false }
            state.entries[descriptor] = OpenConnection(
                descriptor, peer: peer, deadline: .now + configuration.headDeadline)
            state.perPeer[peer, default: 0] += 1
            return true
        }
    }

    func connection(_ descriptor: Int32) -> OpenConnection? { state.withLock { $0.entries[descriptor] } }

    /// Forgets a connection whose descriptor is about to be closed.
    /// - Returns: Whether there was no room for another one before.
    func remove(_ descriptor: Int32) -> Bool {
        state.withLock { state in
            let wasFull = state.entries.count >= configuration.connectionLimit
            guard let entry = state.entries.removeValue(forKey: descriptor) else { return wasFull }
            entry.close()
            let left = state.perPeer[entry.peer, default: 1] - 1
            state.perPeer[entry.peer] = left == 0 ? nil : left
            return wasFull
        }
    }

    func headEnded(_ connection: OpenConnection) { connection.enter(.body, configuration.bodyDeadline) }
    func handlingBegan(_ connection: OpenConnection) { connection.enter(.handling, nil) }
    func replyBegan(_ connection: OpenConnection) { connection.enter(.reply, configuration.bodyDeadline) }

    /// - Returns: The deadline that ended the exchange, if one did.
    func exchangeEnded(_ connection: OpenConnection) -> HTTPRefusal? {
        connection.exchangeEnded(headDeadline: configuration.headDeadline, isDraining: { isDraining })
    }

    /// Shuts every connection that is past its deadline.
    /// - Returns: The moment to come back at: no deadline can pass before it.
    func shutOverdue(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        // A deadline set after this look lies at least this far ahead.
        var next = now + min(configuration.headDeadline, configuration.bodyDeadline)
        // Under the lock no descriptor is closed and given to somebody else.
        state.withLock { state in
            for entry in state.entries.values {
                if let deadline = entry.shutIfOverdue(at: now) { next = min(next, deadline) }
            }
        }
        return next
    }

    /// From now on every answer closes its connection. Who has no request under way is told at once that no more is
    /// read; what has arrived already is still answered.
    func beginDraining() {
        draining.store(true, ordering: .releasing)
        state.withLock { state in
            for entry in state.entries.values { entry.drain() }
        }
    }
}
