import AppCheck
import MemoryStore
import Synchronization

/// A store in which another server acts between what this one reads and what it writes, once.
final class OvertakenKeyStore: KeyStore {
    private let store: MemoryStore
    private let rival: Mutex<(@Sendable () async throws -> Void)?>

    init(_ store: MemoryStore, by rival: @escaping @Sendable () async throws -> Void) {
        self.store = store
        self.rival = Mutex(rival)
    }

    func keys(_ kind: StoredKey.Kind) async throws(StoreError) -> [StoredKey] { try await store.keys(kind) }

    func replaceKeys(
        _ kind: StoredKey.Kind, from old: [StoredKey], to new: [StoredKey]
    ) async throws(StoreError) -> Bool {
        let act = rival.withLock { rival in
            defer { rival = nil }
            return rival
        }
        do { try await act?() } catch { throw .unavailable("the rival failed: \(error)") }
        return try await store.replaceKeys(kind, from: old, to: new)
    }
}
