import Glibc
import HTTP
import Synchronization

/// Every open connection, by its descriptor, with the moment at which it must have got further.
///
/// libmicrohttpd's own time-out counts silence only, so who sends a byte now and then is never closed by it. An entry is
/// made before the library gets the descriptor and goes when the library announces the end of the connection, which it
/// does before it closes the descriptor; so a number found here under the lock is never somebody else's.
final class ConnectionRegistry: Sendable {
    /// How far the request on a connection has come.
    private enum Phase { case head, body, handling, reply }

    private struct Entry {
        let peer: String
        var phase = Phase.head
        /// `nil` while a handler runs: what it takes is not the client's fault.
        var deadline: ContinuousClock.Instant?
        var timeout: HTTPRefusal?
        /// The exchange under way; the library has its bare address.
        var exchange: Exchange?
    }

    private struct State {
        var entries: [Int32: Entry] = [:]
        var perPeer: [String: Int] = [:]
        var isDraining = false
    }

    private let state = Mutex(State())
    private let configuration: HTTPServerConfiguration

    init(configuration: HTTPServerConfiguration) {
        self.configuration = configuration
    }

    var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }
    var isFull: Bool { state.withLock { $0.entries.count >= configuration.connectionLimit } }
    var isDraining: Bool { state.withLock { $0.isDraining } }

    /// Enters a connection; the time for its first head starts to run.
    /// - Returns: `false` if its address has as many connections as it may.
    func admit(_ descriptor: Int32, peer: String) -> Bool {
        state.withLock { state in
            let limit = configuration.connectionLimitPerAddress
            guard limit == 0 || state.perPeer[peer, default: 0] < limit else { return false }
            state.entries[descriptor] = Entry(peer: peer, deadline: .now + configuration.headDeadline)
            state.perPeer[peer, default: 0] += 1
            return true
        }
    }

    /// Forgets a connection whose descriptor is about to be closed.
    /// - Returns: Whether there was no room for another one before.
    func remove(_ descriptor: Int32) -> Bool {
        state.withLock { state in
            let wasFull = state.entries.count >= configuration.connectionLimit
            guard let entry = state.entries.removeValue(forKey: descriptor) else { return wasFull }
            let left = state.perPeer[entry.peer, default: 1] - 1
            state.perPeer[entry.peer] = left == 0 ? nil : left
            return wasFull
        }
    }

    func peer(of descriptor: Int32) -> String? {
        state.withLock { $0.entries[descriptor]?.peer }
    }

    /// Keeps an exchange alive until it has ended, its connection is closed, or another one takes its place: the library
    /// announces a request line again when the parameters of its query did not fit into its memory, and forgets the first.
    /// - Returns: `false` if there is no such connection; nobody keeps the exchange then.
    func exchangeBegan(_ exchange: Exchange) -> Bool {
        state.withLock { state in
            guard state.entries[exchange.descriptor] != nil else { return false }
            state.entries[exchange.descriptor]?.exchange = exchange
            return true
        }
    }

    func headEnded(_ descriptor: Int32) { enter(.body, configuration.bodyDeadline, descriptor) }
    func handlingBegan(_ descriptor: Int32) { enter(.handling, nil, descriptor) }
    func replyBegan(_ descriptor: Int32) { enter(.reply, configuration.bodyDeadline, descriptor) }

    /// The exchange is over and the next head may come.
    /// - Returns: The deadline that ended it, if one did.
    func exchangeEnded(_ descriptor: Int32) -> HTTPRefusal? {
        enter(.head, configuration.headDeadline, descriptor)
        return state.withLock { state in
            state.entries[descriptor]?.exchange = nil
            // The answer may have been on its way when the draining began, without word that it is the last.
            if state.isDraining, state.entries[descriptor] != nil { _ = shutdown(descriptor, Int32(SHUT_RD)) }
            return state.entries[descriptor]?.timeout
        }
    }

    private func enter(_ phase: Phase, _ time: Duration?, _ descriptor: Int32) {
        state.withLock { state in
            state.entries[descriptor]?.phase = phase
            state.entries[descriptor]?.deadline = time.map { .now + $0 }
        }
    }

    /// Shuts every connection that is past its deadline.
    /// - Returns: The moment to come back at: no deadline can pass before it.
    func shutOverdue(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        state.withLock { state in
            // A deadline set after this look lies at least this far ahead.
            var next = now + min(configuration.headDeadline, configuration.bodyDeadline)
            for (descriptor, entry) in state.entries {
                guard let deadline = entry.deadline else { continue }
                if deadline > now {
                    next = min(next, deadline)
                    continue
                }
                state.entries[descriptor]?.deadline = nil
                switch entry.phase {
                case .head: state.entries[descriptor]?.timeout = .headTimeout
                case .body: state.entries[descriptor]?.timeout = .bodyTimeout
                case .handling, .reply: break
                }
                _ = shutdown(descriptor, Int32(SHUT_RDWR))
            }
            return next
        }
    }

    /// From now on every answer closes its connection. Who has no request under way is told at once that no more is
    /// read; what has arrived already is still answered.
    func beginDraining() {
        state.withLock { state in
            state.isDraining = true
            for (descriptor, entry) in state.entries where entry.phase == .head {
                _ = shutdown(descriptor, Int32(SHUT_RD))
            }
        }
    }
}
