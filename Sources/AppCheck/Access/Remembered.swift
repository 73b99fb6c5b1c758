private import Encodings
private import Synchronization

/// Values that were read from the store a few seconds ago at most.
///
/// What was read before an outage of the store is kept aside, for up to an hour after it was read: for those who ask for
/// ``lastKnown(_:at:)``. The first read that succeeds replaces it, or removes it; until then it does not pass for fresh
/// again, whatever the clock says.
final class Remembered<Value: Sendable>: Sendable {
    /// A class, so that a value is not copied to be looked at.
    final class Entry: Sendable {
        let value: Value
        fileprivate let readAt: Int64
        /// Set once the store could not be asked.
        let isOutlived: Bool

        fileprivate init(_ value: Value, readAt: Int64, isOutlived: Bool = false) {
            (self.value, self.readAt, self.isOutlived) = (value, readAt, isOutlived)
        }
    }

    private let lifetime: Int64
    private let longestName: Int
    private let entries = Mutex<[ExactName: Entry]>([:])
    private static var capacity: Int { 4096 }
    private static var longestOutage: Int64 { 3_600 }

    /// - Parameters:
    ///   - lifetime: seconds; 0 reads the store each time.
    ///   - longestName: bytes of the longest name that there can be. Names that somebody makes up must not fill the memory.
    init(lifetime: Int64, longestName: Int) { (self.lifetime, self.longestName) = (lifetime, longestName) }

    /// The value of that name, remembered or read. What fails is not remembered.
    /// - Parameter isOutage: whether a failure says nothing about the value: it was not found out.
    func value<Failure: Error>(
        for name: ExactName, at now: Int64, isOutage: (Failure) -> Bool, read: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if let known = self.known(name, at: now) { return known }
        let value: Value
        do { value = try await read() } catch {
            // Or a clock that goes backwards would bring back what was removed or revoked.
            let isKept = isOutage(error)
            entries.withLock { entries in
                entries[name] =
                    isKept ? entries[name].map { Entry($0.value, readAt: $0.readAt, isOutlived: true) } : nil
            }
            throw error
        }
        guard lifetime > 0, name.byteCount <= longestName else { return value }
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries.removeAll() }
            entries[name] = Entry(value, readAt: now)
        }
        return value
    }

    /// The value if it was read within the lifetime; without reading.
    func known(_ name: ExactName, at now: Int64) -> Value? {
        guard let found = found(name, at: now), !found.isOutlived else { return nil }
        return found.value
    }

    /// The value as it was before the store could not be asked any more; nil if it can be, for all that is known, or if
    /// that is too long ago.
    func lastKnown(_ name: ExactName, at now: Int64) -> Value? {
        guard let found = found(name, at: now), found.isOutlived else { return nil }
        return found.value
    }

    /// What is known without reading, or was before the outage.
    func found(_ name: ExactName, at now: Int64) -> Entry? {
        guard let entry = entries.withLock({ $0[name] }), entry.readAt <= now,
            now - entry.readAt < (entry.isOutlived ? Self.longestOutage : lifetime)
        else { return nil }
        return entry
    }
}

/// A name by its bytes, as the store compares them: texts that Swift takes for equal may have others, and must neither find
/// nor displace an entry.
struct ExactName: Hashable, Sendable {
    private let scope: String
    private let text: String

    /// - Parameter scope: what the name is one of, such as a project.
    init(_ text: String, in scope: String = "") { (self.scope, self.text) = (scope, text) }

    var byteCount: Int { scope.utf8.count + text.utf8.count }

    static func == (one: Self, other: Self) -> Bool {
        one.text.isExactly(other.text) && one.scope.isExactly(other.scope)
    }

    /// Texts that Swift holds equal have one hash, and so have those of the same bytes.
    func hash(into hasher: inout Hasher) {
        if !scope.isEmpty { hasher.combine(scope) }
        hasher.combine(text)
    }
}
