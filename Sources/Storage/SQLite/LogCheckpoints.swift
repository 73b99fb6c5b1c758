import Synchronization

/// Moves pages from the write-ahead log into the database, on whichever connection has time for it, and knows how far it is.
///
/// What is moved is brought to the disk each time. SQLite by itself leaves that to the checkpoint that reaches the end of the
/// log, which is the writer's: writes would wait for all of it at once.
final class LogCheckpoints: Sendable {
    private struct State {
        var moved = 0
        /// How often the log started over: what a checkpoint of an earlier one has moved says nothing of this one.
        var beginnings = 0
        var isAsked = false
        var hasFailed = false
    }

    private let state = Mutex(State())
    private let readers: SQLiteReaders
    private let events: @Sendable (StoreEvent) -> Void

    /// - Parameter events: hears when the disk refuses what was moved.
    init(on readers: SQLiteReaders, events: @escaping @Sendable (StoreEvent) -> Void) {
        (self.readers, self.events) = (readers, events)
    }

    /// Pages from the beginning of the log that are known to be in the database; nil when no more may be moved.
    var moved: Int? { state.withLock { $0.hasFailed ? nil : $0.moved } }

    func logStartedOver() {
        state.withLock { state in
            state.moved = 0
            state.beginnings += 1
        }
    }

    /// Has a reader move pages, unless one is at it already. One that has no time for it is asked again as the log grows.
    func ask() {
        let isFirst = state.withLock { state in
            defer { state.isAsked = true }
            return !state.isAsked
        }
        guard isFirst else { return }
        let isTaken = readers.run { [self] connection in
            run(on: connection)
            state.withLock { $0.isAsked = false }
        }
        if !isTaken { state.withLock { $0.isAsked = false } }
    }

    /// Moves what nobody reads any more, and waits for the disk.
    ///
    /// A disk that has once failed to write may have lost what it failed to write, and say nothing the next time. All of it is
    /// still in the log. So nothing is moved any more then: the log stays whole, and is moved from its beginning when the
    /// database is next opened.
    func run(on connection: SQLiteConnection) {
        let (known, beginnings) = state.withLock { ($0.moved, $0.beginnings) }
        let result = connection.checkpoint(known: known)
        let isFailure = state.withLock { state in
            switch result {
            case .moved(let pages): if state.beginnings == beginnings { state.moved = pages }
            case .nothing: break
            case .failedToSync:
                defer { state.hasFailed = true }
                return !state.hasFailed
            }
            return false
        }
        if isFailure { events(.fileFailed) }
    }
}
