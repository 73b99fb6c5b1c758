private import Synchronization

/// Values that were read from the store a few seconds ago at most.
final class Remembered<Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let readAt: Int64
    }

    private let lifetime: Int64
    /// By the bytes of names: texts that Swift takes for equal may have other bytes.
    private let entries = Mutex<[[UInt8]: Entry]>([:])
    private static var capacity: Int { 4096 }
    /// Bytes. No project's or token's name has more; names that somebody makes up must not fill the memory.
    private static var longestName: Int { 64 }

    /// - Parameter lifetime: seconds; 0 reads the store each time.
    init(lifetime: Int64) { self.lifetime = lifetime }

    func value(
        for name: String, at now: Int64, read: () async throws(StoreError) -> Value
    ) async throws(AccessError) -> Value {
        let name = Array(name.utf8)
        if let known = entries.withLock({ $0[name] }), known.readAt <= now, now - known.readAt < lifetime {
            return known.value
        }
        let value: Value
        do { value = try await read() } catch {
            // Or a clock that goes backwards would bring a revoked one back.
            entries.withLock { $0[name] = nil }
            throw AccessError(error)
        }
        guard lifetime > 0, name.count <= Self.longestName else { return value }
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries.removeAll() }
            entries[name] = Entry(value: value, readAt: now)
        }
        return value
    }
}
