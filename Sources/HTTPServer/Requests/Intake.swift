import Synchronization

/// Lets no more requests read their bodies than can be worked on soon.
///
/// A request that waits for a processor keeps its body in memory. While enough of them wait, a further one is suspended once
/// its head is read, and what it sends stays with the kernel, which holds the sender back. They come on in the order of their
/// heads. Whoever sends slowly is in nobody's way: only requests that are complete are counted, and whoever waits comes on
/// once nothing is left to do.
///
/// Bodies of unknown length are read at once; see ``ConnectionService``. A client that ends its side of the connection while
/// it waits is taken for one that is gone by the library: its request is not carried out.
///
/// Suspended connections must be resumed before the library is stopped: ``close()``.
final class Intake: Sendable {
    /// Bytes of a body that is not worth a wait: a request for a challenge has hardly any, and is answered at once.
    static let negligible = 256

    private struct State {
        var waiting: [(connection: MHDConnection, open: OpenConnection)] = []
        /// How many at the beginning of `waiting` have come on.
        var resumed = 0
        var isClosed = false

        var someoneWaits: Bool { resumed < waiting.count }

        mutating func next() -> (connection: MHDConnection, open: OpenConnection)? {
            guard someoneWaits else { return nil }
            defer {
                resumed += 1
                // Each is moved once at most for each time that as many have come on.
                if resumed * 2 >= waiting.count {
                    waiting.removeFirst(resumed)
                    resumed = 0
                }
            }
            return waiting[resumed]
        }
    }

    private let limit: Int
    private let queued: QueuedRequests
    private let connections: ConnectionRegistry
    private let state = Mutex(State())

    init(limit: Int, counting queued: QueuedRequests, connections: ConnectionRegistry) {
        (self.limit, self.queued, self.connections) = (limit, queued, connections)
    }

    /// Suspends the connection if its body has to wait. Called on the loop's thread once the head is read.
    ///
    /// The time until it comes on does not count: it is not the client's fault.
    func admit(_ open: OpenConnection, on connection: MHDConnection) {
        state.withLock { state in
            guard queued.count >= limit || state.someoneWaits, !state.isClosed else { return }
            connections.handlingBegan(open)
            connection.suspend()
            state.waiting.append((connection, open))
        }
    }

    /// A complete request begins to wait for a processor.
    func enter() { queued.add(1) }

    /// A request is worked out, or waits for something else than a processor.
    func leave() {
        queued.add(-1)
        state.withLock { state in
            // Some that came on send slowly, or are gone.
            let queued = queued.count
            var count = queued == 0 ? Int.max : queued < limit / 2 ? 2 : 1
            while count > 0, resumeNext(&state) { count -= 1 }
        }
    }

    /// Lets everybody in from now on.
    func close() {
        state.withLock { state in
            state.isClosed = true
            while resumeNext(&state) {}
        }
    }

    private func resumeNext(_ state: inout State) -> Bool {
        guard let (connection, open) = state.next() else { return false }
        connections.headEnded(open)
        connection.resume()
        return true
    }
}
