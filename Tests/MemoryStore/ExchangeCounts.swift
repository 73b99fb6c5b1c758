package import AppCheck

extension MemoryStore {
    package func add(_ counts: [ExchangeTally: Int64]) async throws(StoreError) {
        try write { state in state.counts.merge(counts.filter { $0.value != 0 }) { $0 + $1 } }
    }

    package func counts(
        ofApp appID: String, inProject number: String, since day: Int64
    ) async throws(StoreError) -> [(tally: ExchangeTally, count: Int64)] {
        let found = try read { state in
            state.counts.filter { tally, _ in
                tally.appID.isExactly(appID) && tally.projectNumber.isExactly(number) && tally.day >= day
            }
        }
        return found.sorted { $0.key.precedes($1.key) }.map { (tally: $0.key, count: $0.value) }
    }

    package func forgetCounts(before day: Int64, limit: Int) async throws(StoreError) -> Int {
        try write { state in
            let old = state.counts.keys.filter { $0.day < day }.sorted { $0.day < $1.day }.prefix(max(0, limit))
            for tally in old { state.counts[tally] = nil }
            return old.count
        }
    }
}

extension ExchangeTally {
    /// By day, ending and reason.
    fileprivate func precedes(_ other: ExchangeTally) -> Bool {
        guard day == other.day else { return day < other.day }
        guard ending == other.ending else { return ending.rawValue.precedes(other.ending.rawValue) }
        return reason.precedes(other.reason)
    }
}
