import AppCheck

extension MemoryStore: ExchangeCountStore {
    func add(_ counts: [ExchangeTally: Int64]) async throws(StoreError) {
        try write { $0.exchangeCounts.merge(counts) { $0 + $1 } }
    }

    func counts(
        ofApp appID: String, inProject number: String, since day: Int64
    ) async throws(StoreError) -> [(tally: ExchangeTally, count: Int64)] {
        try read { contents in
            contents.exchangeCounts
                .filter { $0.key.appID == appID && $0.key.projectNumber == number && $0.key.day >= day }
                .map { (tally: $0.key, count: $0.value) }
                .sorted { one, other in
                    (one.tally.day, one.tally.ending.rawValue, one.tally.reason)
                        < (other.tally.day, other.tally.ending.rawValue, other.tally.reason)
                }
        }
    }

    func forgetCounts(before day: Int64, limit: Int) async throws(StoreError) -> Int {
        try write { contents in
            let old = contents.exchangeCounts.keys.filter { $0.day < day }.prefix(max(0, limit))
            for tally in old { contents.exchangeCounts[tally] = nil }
            return old.count
        }
    }
}
