import HTTP
import Synchronization

/// The exchanges whose handlers run, each with its suspended connection.
///
/// A suspended connection lives until it is resumed, and must be resumed before the library is stopped: every entry is
/// resumed once, by its task or by ``abandonAll()``, and always under the lock.
final class SuspendedExchanges: Sendable {
    private struct Entry {
        let exchange: Exchange
        let connection: MHDConnection
        var task: Task<Void, Never>?
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Suspends the connection and starts the work, which has to end with ``finish(_:with:)``. Called on the loop's thread.
    func suspend(_ connection: MHDConnection, for exchange: Exchange, work: @escaping @Sendable () async -> Void) {
        connection.suspend()
        let isOpen = state.withLock { state in
            guard !state.isClosed else {
                exchange.answer.withLock { $0 = .abandoned }
                connection.resume()
                return false
            }
            state.entries[ObjectIdentifier(exchange)] = Entry(exchange: exchange, connection: connection)
            return true
        }
        guard isOpen else { return }
        let task = Task(operation: work)
        state.withLock { $0.entries[ObjectIdentifier(exchange)]?.task = task }
    }

    /// Leaves the answer for the loop's thread and wakes the connection, unless the exchange was abandoned.
    func finish(_ exchange: Exchange, with response: HTTPResponse) {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: ObjectIdentifier(exchange)) else { return }
            exchange.answer.withLock { $0 = .response(response) }
            entry.connection.resume()
        }
    }

    /// Takes no more exchanges, and wakes every connection to be closed without an answer.
    func abandonAll() {
        let tasks = state.withLock { state in
            state.isClosed = true
            let entries = state.entries.values
            for entry in entries {
                entry.exchange.answer.withLock { $0 = .abandoned }
                entry.connection.resume()
            }
            state.entries = [:]
            return entries.compactMap(\.task)
        }
        for task in tasks { task.cancel() }
    }
}
