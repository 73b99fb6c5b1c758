import AppCheck
import Synchronization

typealias Store = AttestedKeyStore & ConsumedTokenStore & ExchangeCountStore & KeyStore & ReceiptStore & Registry
    & ResourceStore

/// Keeps the promises of the ports in memory, and breaks down or forgets when a test wants it to.
final class MemoryStore: Sendable {
    struct Contents: Sendable {
        var resources: [ResourceName: Resource] = [:]
        var record: [AuditEntry] = []
        var attested: [[UInt8]: KeyRecord] = [:]
        /// Who may refresh the receipt of a key.
        var claims: [[UInt8]: ReceiptClaim] = [:]
        var measurements: [[UInt8]: [RiskMeasurement]] = [:]
        var exchangeCounts: [ExchangeTally: Int64] = [:]
        var redemptions: [[UInt8]: ChallengeRedemption] = [:]
        /// When used-up tokens end, by their ids.
        var consumed: [[UInt8]: Int64] = [:]
        var serverKeys: [StoredKey.Kind: [StoredKey]] = [:]
        /// What everything that writes fails with.
        var writeFailure: StoreError?
        /// What everything that reads fails with.
        var readFailure: StoreError?
        /// How often an app was looked up.
        var appReads = 0
    }

    private let contents = Mutex(Contents())

    /// For a test to look, and to break.
    func edit<Value: Sendable>(_ body: @Sendable (inout Contents) -> Value) -> Value {
        contents.withLock { contents in body(&contents) }
    }

    var keyCount: Int { edit { $0.attested.count } }
    var redemptionCount: Int { edit { $0.redemptions.count } }
    var counts: [ExchangeTally: Int64] { edit { $0.exchangeCounts } }

    func read<Value: Sendable>(_ body: @Sendable (inout Contents) -> Value) throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = edit { contents in
            if let failure = contents.readFailure { return .failure(failure) }
            return .success(body(&contents))
        }
        return try result.get()
    }

    func write<Value: Sendable>(_ body: @Sendable (inout Contents) -> Value) throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = edit { contents in
            if let failure = contents.writeFailure { return .failure(failure) }
            return .success(body(&contents))
        }
        return try result.get()
    }
}

extension MemoryStore: KeyStore {
    func keys(_ kind: StoredKey.Kind) async throws(StoreError) -> [StoredKey] {
        try read { ($0.serverKeys[kind] ?? []).sorted { $0.id < $1.id } }
    }

    func replaceKeys(
        _ kind: StoredKey.Kind, from old: [StoredKey], to new: [StoredKey]
    ) async throws(StoreError) -> Bool {
        try write { contents in
            guard Set(contents.serverKeys[kind] ?? []) == Set(old) else { return false }
            contents.serverKeys[kind] = new
            return true
        }
    }
}

extension MemoryStore: ConsumedTokenStore {
    func consume(_ id: [UInt8], expiresAt: Int64) async throws(StoreError) -> Bool {
        try write { contents in
            let earlier = contents.consumed[id]
            contents.consumed[id] = max(expiresAt, earlier ?? expiresAt)
            return earlier == nil
        }
    }

    func forgetConsumedTokens(endedBefore moment: Int64, limit: Int) async throws(StoreError) -> Int {
        try write { contents in
            let ended = contents.consumed.filter { $0.value < moment }.sorted { $0.value < $1.value }
                .prefix(max(0, limit))
            for (id, _) in ended { contents.consumed[id] = nil }
            return ended.count
        }
    }
}
