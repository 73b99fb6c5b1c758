import Glibc
import Synchronization

/// The thread that accepts connections, shuts overdue ones, and stops the loops in the end.
///
/// It owns what has to be closed in order: first the listening socket, then the loops, then the pipe that wakes it.
final class Acceptor: Sendable {
    private struct State {
        var isDraining = false
        var isStopping = false
        var isStopped = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let listener: ListeningSocket
    private let loops: [EventLoop]
    private let service: ConnectionService
    private let pipe: WakePipe

    init(listener: ListeningSocket, loops: [EventLoop], service: ConnectionService, pipe: WakePipe) {
        (self.listener, self.loops, self.service, self.pipe) = (listener, loops, service, pipe)
    }

    /// Starts the thread, which keeps this object alive until it has stopped everything.
    func start() throws(HTTPServerError) {
        var thread = pthread_t()
        let this = unsafe Unmanaged.passRetained(self)
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Acceptor>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, this.toOpaque())
        guard code == 0 else {
            unsafe this.release()
            throw .system(call: "pthread_create", errno: code)
        }
        _ = pthread_detach(thread)
    }

    /// Closes the listening socket soon: who connects after that is refused by the system.
    func beginDraining() {
        state.withLock { $0.isDraining = true }
        wake()
    }

    /// Stops everything soon, whatever is under way.
    func requestStop() {
        state.withLock { $0.isStopping = true }
        wake()
    }

    /// Returns when everything is stopped.
    func waitUntilStopped() async {
        await withCheckedContinuation { continuation in
            let isStopped = state.withLock { state in
                if !state.isStopped { state.waiters.append(continuation) }
                return state.isStopped
            }
            if isStopped { continuation.resume() }
        }
    }

    /// From any thread, also after the end: the lock keeps the pipe open meanwhile.
    func wake() {
        state.withLock { if !$0.isStopped { pipe.wake() } }
    }

    private func run() {
        var isListening = true
        var isExhausted = false
        var next = 0
        var due = ContinuousClock.now
        while !state.withLock({ $0.isStopping }) {
            if isListening, state.withLock({ $0.isDraining }) {
                // In this order: who finds the door shut may rely on every later answer being the last of its connection.
                service.connections.beginDraining()
                listener.close()
                isListening = false
            }
            if due <= .now { due = service.connections.shutOverdue(at: .now) }
            let mayAccept = isListening && !isExhausted && !service.connections.isFull
            let waking = isExhausted ? min(due, .now + .milliseconds(100)) : due
            isExhausted = false
            guard sleep(until: waking, watchingListener: mayAccept) else { continue }
            // A few at a time, so that deadlines are looked after in a flood too.
            for _ in 0..<64 where !service.connections.isFull && !isExhausted {
                guard case .accepted(let socket) = accept(exhausted: &isExhausted) else { break }
                hand(socket, to: loops[next % loops.count])
                next &+= 1
            }
        }
        if isListening { listener.close() }
        service.abandonAll()
        for loop in loops { loop.stop() }
        let waiters = state.withLock { state in
            state.isStopped = true
            pipe.close()
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func accept(exhausted: inout Bool) -> AcceptAttempt {
        let attempt = AcceptedSocket.attempt(on: listener.descriptor)
        if case .exhausted = attempt { exhausted = true }
        return attempt
    }

    private func hand(_ socket: AcceptedSocket, to loop: EventLoop) {
        guard service.connections.admit(socket.descriptor, peer: socket.peer) else {
            _ = close(socket.descriptor)
            return
        }
        // On failure the library has closed the descriptor; until the entry is gone nobody else can have opened one of
        // that number in this process but by accepting, which is done here.
        if !loop.add(socket) { _ = service.connections.remove(socket.descriptor) }
    }

    /// - Returns: Whether somebody waits to be accepted.
    private func sleep(until due: ContinuousClock.Instant, watchingListener: Bool) -> Bool {
        let left = (due - .now).components
        // Rounded up, or the last fraction of a millisecond would be spent spinning.
        let milliseconds = max(0, left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1)
        var watched = [
            pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
            // A negative descriptor is passed over.
            pollfd(fd: watchingListener ? listener.descriptor : -1, events: Int16(POLLIN), revents: 0),
        ]
        guard unsafe poll(&watched, nfds_t(watched.count), Int32(clamping: milliseconds)) > 0 else { return false }
        if watched[0].revents != 0 { pipe.clear() }
        return watched[1].revents != 0
    }
}
