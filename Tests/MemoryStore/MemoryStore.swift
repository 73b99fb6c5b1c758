package import AppCheck
private import Synchronization

/// Keeps the promises of every port in memory, and nothing longer than it lives.
///
/// A model of what the databases do, in plain values and without a word of SQL: each verb is one turn at the lock, so that
/// what races is put in some order. The contract of the ports is run over it as it is over them.
package final class MemoryStore: StorePorts {
    /// All that is kept. A copy of it is a snapshot.
    package struct State: Sendable {
        /// By key id.
        package var attested: [[UInt8]: KeyRecord] = [:]
        /// By challenge id.
        package var redemptions: [[UInt8]: ChallengeRedemption] = [:]
        /// When used-up tokens end, by their ids.
        package var consumed: [[UInt8]: Int64] = [:]
        /// Who may refresh the receipt of a key, by its id.
        package var claims: [[UInt8]: ReceiptClaim] = [:]
        /// The history of a key's risk metric, oldest first, by its id.
        package var measurements: [[UInt8]: [RiskMeasurement]] = [:]
        package var counts: [ExchangeTally: Int64] = [:]
        /// Ordered by id.
        package var serverKeys: [StoredKey.Kind: [StoredKey]] = [:]
        package var resources = Shelves()
        /// In the order of their writing.
        package var record: [AuditEntry] = []

        /// What everything that reads fails with; nil for a store that works.
        package var readFailure: StoreError?
        /// What everything that writes fails with; nil for a store that works.
        package var writeFailure: StoreError?
    }

    private let state = Mutex(State())

    package init() {}

    /// For a test to look behind the ports, and to break what it finds there.
    package func edit<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        state.withLock { state in body(&state) }
    }

    func read<Value: Sendable>(_ body: (State) -> Value) throws(StoreError) -> Value {
        try state.withLock { state throws(StoreError) in
            if let failure = state.readFailure { throw failure }
            return body(state)
        }
    }

    /// - Parameter body: changes nothing when it throws.
    func write<Value: Sendable>(_ body: (inout State) throws(StoreError) -> Value) throws(StoreError) -> Value {
        try state.withLock { state throws(StoreError) in
            if let failure = state.writeFailure { throw failure }
            return try body(&state)
        }
    }
}
