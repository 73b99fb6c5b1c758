import AppCheck
import MemoryStore

/// What tests count behind the ports.
extension MemoryStore {
    var keyCount: Int { edit { $0.attested.count } }
    var redemptionCount: Int { edit { $0.redemptions.count } }
    var counts: [ExchangeTally: Int64] { edit { $0.counts } }
}
