package import AppCheck

/// All that a server keeps: every port on one database.
package protocol Store: StorePorts, TransferStore {
    /// Commits a write that needs a little space and leaves nothing behind.
    /// - Throws: when not even that goes through; a longer write may still fail where this one did not.
    func checkWritable() async throws(StoreError)

    /// Looks whether servers of this version may go on, for a newer one may have migrated since the store was opened.
    /// - Returns: the number of the newer schema; nil where it is this version's.
    /// - Throws: ``StoreError/unreadable(_:)`` when they may not.
    func newerSchema() async throws(StoreError) -> Int64?

    /// Does what was asked for before, refuses what comes later as unavailable, and lets go of the database. May be
    /// called more than once.
    func close() async
}

/// How a transaction must be kept apart from those beside it, where several connections write.
package enum Isolation: Sendable {
    /// What becomes of it is decided by how many rows its statements touched, each of which waits for whoever has
    /// touched the row before: READ COMMITTED.
    case keyed
    /// What becomes of it rests on what it read: SERIALIZABLE, and done again where another one came between.
    case guarded
}

/// A store whose verbs are transactions on a session of SQL. The ports are written once for all of them.
package protocol SessionStore: Store {
    associatedtype Session: SQLSession

    /// Runs `body` within a transaction, perhaps more than once, and returns when that is durable or was given up.
    func write<Value: Sendable>(
        _ isolation: Isolation, _ body: @escaping @Sendable (Session) throws(StoreError) -> Decision<Value>
    ) async throws(StoreError) -> Value

    /// Runs `body`, which reads by one statement. What that finds was committed before.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Session) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value

    /// Runs `body` once, all of whose reads see what was committed before it began. It may take long, and holds up
    /// neither writes nor other reads.
    func snapshot<Value: Sendable>(
        _ body: @escaping @Sendable (Session) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value
}

extension SessionStore {
    package func checkWritable() async throws(StoreError) {
        try await write(.keyed) { session throws(StoreError) in try WriteProbe.run(on: session) }
    }

    package func newerSchema() async throws(StoreError) -> Int64? {
        try await read { session throws(StoreError) in
            switch try Migration.state(on: session) {
            case .older, .current: nil
            case .newerButServed(let number): number
            }
        }
    }
}
