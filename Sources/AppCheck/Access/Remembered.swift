private import Synchronization

/// Values that were read from the store a few seconds ago at most.
///
/// What was read before an outage of the store is kept aside, for up to an hour after it was read: for those who ask for
/// ``lastKnown(_:at:)``. The first read that succeeds replaces it, or removes it; until then it does not pass for fresh
/// again, whatever the clock says.
final class Remembered<Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let readAt: Int64
        /// Set once the store could not be asked.
        var isOutlived = false
    }

    private let lifetime: Int64
    private let longestName: Int
    /// By the bytes of names, as the store compares them: texts that Swift takes for equal may have others, and must
    /// neither find nor displace an entry.
    private let entries = Mutex<[[UInt8]: Entry]>([:])
    private static var capacity: Int { 4096 }
    private static var longestOutage: Int64 { 3_600 }

    /// - Parameters:
    ///   - lifetime: seconds; 0 reads the store each time.
    ///   - longestName: bytes of the longest name that there can be. Names that somebody makes up must not fill the memory.
    init(lifetime: Int64, longestName: Int) { (self.lifetime, self.longestName) = (lifetime, longestName) }

    /// The value of that name, remembered or read. What fails is not remembered.
    /// - Parameter isOutage: whether a failure says nothing about the value: it was not found out.
    func value<Failure: Error>(
        for name: [UInt8], at now: Int64, isOutage: (Failure) -> Bool, read: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if let known = self.known(name, at: now) { return known }
        let value: Value
        do { value = try await read() } catch {
            // Or a clock that goes backwards would bring back what was removed or revoked.
            let isKept = isOutage(error)
            entries.withLock { if isKept { $0[name]?.isOutlived = true } else { $0[name] = nil } }
            throw error
        }
        guard lifetime > 0, name.count <= longestName else { return value }
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries.removeAll() }
            entries[name] = Entry(value: value, readAt: now)
        }
        return value
    }

    /// The value if it was read within the lifetime; without reading.
    func known(_ name: [UInt8], at now: Int64) -> Value? { entry(name, at: now)?.value }

    /// The value as it was before the store could not be asked any more; nil if it can be, for all that is known, or if
    /// that is too long ago.
    func lastKnown(_ name: [UInt8], at now: Int64) -> Value? {
        guard let known = entry(name, within: Self.longestOutage, of: now), known.isOutlived else { return nil }
        return known.value
    }

    /// Whether the value would be found without reading, or was found before the outage.
    func has(_ name: [UInt8], at now: Int64) -> Bool {
        entry(name, at: now) != nil || lastKnown(name, at: now) != nil
    }

    private func entry(_ name: [UInt8], at now: Int64) -> Entry? {
        guard let known = entry(name, within: lifetime, of: now), !known.isOutlived else { return nil }
        return known
    }

    private func entry(_ name: [UInt8], within seconds: Int64, of now: Int64) -> Entry? {
        guard let known = entries.withLock({ $0[name] }), known.readAt <= now, now - known.readAt < seconds else {
            return nil
        }
        return known
    }
}
