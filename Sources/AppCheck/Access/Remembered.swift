private import Synchronization

/// Values that were read from the store a few seconds ago at most.
final class Remembered<Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let readAt: Int64
    }

    private let lifetime: Int64
    private let longestName: Int
    /// By the bytes of names, as the store compares them: texts that Swift takes for equal may have others, and must
    /// neither find nor displace an entry.
    private let entries = Mutex<[[UInt8]: Entry]>([:])
    private static var capacity: Int { 4096 }

    /// - Parameters:
    ///   - lifetime: seconds; 0 reads the store each time.
    ///   - longestName: bytes of the longest name that there can be. Names that somebody makes up must not fill the memory.
    init(lifetime: Int64, longestName: Int) { (self.lifetime, self.longestName) = (lifetime, longestName) }

    /// The value of that name, remembered or read. What fails is not remembered.
    func value<Failure: Error>(
        for name: [UInt8], at now: Int64, read: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if let known = entry(name, at: now) { return known.value }
        let value: Value
        do { value = try await read() } catch {
            // Or a clock that goes backwards would bring back what was removed or revoked.
            entries.withLock { $0[name] = nil }
            throw error
        }
        guard lifetime > 0, name.count <= longestName else { return value }
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries.removeAll() }
            entries[name] = Entry(value: value, readAt: now)
        }
        return value
    }

    /// Whether the value would be found without reading.
    func has(_ name: [UInt8], at now: Int64) -> Bool { entry(name, at: now) != nil }

    private func entry(_ name: [UInt8], at now: Int64) -> Entry? {
        guard let known = entries.withLock({ $0[name] }), known.readAt <= now, now - known.readAt < lifetime else {
            return nil
        }
        return known
    }
}
