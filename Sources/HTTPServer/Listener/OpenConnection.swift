import Glibc
import HTTP
import Synchronization

/// A connection with the moment at which it must have got further.
///
/// The entry is closed before the library closes the descriptor; so a number that is shut here is never somebody else's.
final class OpenConnection: Sendable {
    /// How far the request on a connection has come.
    enum Phase { case head, body, handling, reply }

    private struct State {
        var isOpen = true
        var phase = Phase.head
        /// `nil` while a handler runs: what it takes is not the client's fault.
        var deadline: ContinuousClock.Instant?
        var timeout: HTTPRefusal?
        /// The exchange under way; the library has its bare address.
        var exchange: Exchange?
    }

    let descriptor: Int32
    /// Numeric address of the other end.
    let peer: String
    private let state: Mutex<State>

    /// - Parameter deadline: for its first head.
    init(_ descriptor: Int32, peer: String, deadline: ContinuousClock.Instant) {
        (self.descriptor, self.peer) = (descriptor, peer)
        state = Mutex(State(deadline: deadline))
    }

    /// Keeps an exchange alive until it has ended, its connection is closed, or another one takes its place: should the
    /// library announce a request line again, it has forgotten the first.
    func keep(_ exchange: Exchange) { state.withLock { $0.exchange = exchange } }

    /// - Parameter time: until it must have got further; `nil` for any time.
    func enter(_ phase: Phase, _ time: Duration?) {
        let deadline = time.map { ContinuousClock.now + $0 }
        state.withLock { ($0.phase, $0.deadline) = (phase, deadline) }
    }

    /// The exchange is over and the next head may come.
    /// - Returns: The deadline that ended it, if one did.
    /// - Parameter isDraining: asked once the phase is entered, so that ``drain()`` sees the one or this the other.
    func exchangeEnded(headDeadline: Duration, isDraining: () -> Bool) -> HTTPRefusal? {
        enter(.head, headDeadline)
        return state.withLock { state in
            state.exchange = nil
            // The answer may have been on its way when the draining began, without word that it is the last.
            if isDraining(), state.isOpen { _ = shutdown(descriptor, Int32(SHUT_RD)) }
            return state.timeout
        }
    }

    /// Shuts it if it is past its deadline.
    /// - Returns: The deadline, if it is still to come.
    func shutIfOverdue(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        state.withLock { state in
            guard let deadline = state.deadline, state.isOpen else { return nil }
            guard deadline <= now else { return deadline }
            state.deadline = nil
            switch state.phase {
            case .head: state.timeout = .headTimeout
            case .body: state.timeout = .bodyTimeout
            case .handling, .reply: break
            }
            _ = shutdown(descriptor, Int32(SHUT_RDWR))
            return nil
        }
    }

    /// If no request is under way, the other end is told that no more is read.
    func drain() {
        state.withLock { state in
            if state.phase == .head, state.isOpen { _ = shutdown(descriptor, Int32(SHUT_RD)) }
        }
    }

    /// The descriptor is about to be closed.
    func close() { state.withLock { ($0.isOpen, $0.exchange) = (false, nil) } }
}
