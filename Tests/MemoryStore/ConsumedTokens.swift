package import AppCheck

extension MemoryStore {
    package func consume(_ id: [UInt8], expiresAt: Int64) async throws(StoreError) -> Bool {
        try write { state in
            let earlier = state.consumed[id]
            state.consumed[id] = max(expiresAt, earlier ?? expiresAt)
            return earlier == nil
        }
    }

    package func forgetConsumedTokens(endedBefore moment: Int64, limit: Int) async throws(StoreError) -> Int {
        try write { state in
            let ended = state.consumed.filter { $0.value < moment }.sorted { $0.value < $1.value }
                .prefix(max(0, limit))
            for (id, _) in ended { state.consumed[id] = nil }
            return ended.count
        }
    }
}
