package import AppCheck

extension MemoryStore {
    package func keys(_ kind: StoredKey.Kind) async throws(StoreError) -> [StoredKey] {
        try read { $0.serverKeys[kind] ?? [] }
    }

    package func replaceKeys(
        _ kind: StoredKey.Kind, from old: [StoredKey], to new: [StoredKey]
    ) async throws(StoreError) -> Bool {
        try write { state throws(StoreError) in
            guard state.serverKeys[kind] ?? [] == old.sorted(by: precedes) else { return false }
            var ids: Set<[UInt8]> = []
            for key in new {
                guard key.kind == kind else {
                    throw .unreadable(
                        "a key for \(key.kind.rawValue) was to be stored among those for \(kind.rawValue)")
                }
                guard ids.insert(Array(key.id.utf8)).inserted else {
                    throw .alreadyExists("\(kind.rawValue) key \(key.id)")
                }
            }
            state.serverKeys[kind] = new.sorted(by: precedes)
            return true
        }
    }
}

private func precedes(_ key: StoredKey, _ other: StoredKey) -> Bool { key.id.precedes(other.id) }
