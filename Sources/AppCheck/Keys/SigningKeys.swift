package import AppCheckTokens
private import Synchronization

/// The ring of token signing keys, kept in the store and rotated by its schedule.
package final class SigningKeys: Sendable {
    private let keys: ServerKeys
    private let schedule: RotationSchedule
    private let current: Mutex<KeyRing>

    private init(keys: ServerKeys, schedule: RotationSchedule, ring: KeyRing) {
        (self.keys, self.schedule) = (keys, schedule)
        current = Mutex(ring)
    }

    /// Loads the ring and brings it up to date; the first key is made here.
    package static func load(
        _ keys: ServerKeys, schedule: RotationSchedule, at now: Int64
    ) async throws(ServerKeysError) -> SigningKeys {
        let signing = SigningKeys(keys: keys, schedule: schedule, ring: KeyRing())
        _ = try await signing.update(at: now)
        return signing
    }

    /// The ring as last read from the store.
    package var ring: KeyRing { current.withLock { $0 } }

    /// Reads the ring and carries out what the schedule says until it says wait. Several servers may do so at once: a step
    /// is written only if nobody else wrote one meanwhile.
    /// - Returns: when to look again, in seconds since 1970.
    package func update(at now: Int64) async throws(ServerKeysError) -> Int64 {
        // Each round either takes a step or sees one that another server took; there are only a few to take.
        for _ in 0..<16 {
            let stored = try await keys.load(.tokenSigning)
            let ring = try self.ring(from: stored)
            let action = schedule.decide(ring, at: now)
            if case .wait(let moment) = action {
                current.withLock { $0 = ring }
                return moment
            }
            let next = try carryOut(action, on: ring, at: now)
            _ = try await keys.replace(.tokenSigning, from: stored, to: try rows(of: next))
        }
        throw .unusable("signing keys: the rotation does not come to rest")
    }

    private func carryOut(
        _ action: RotationSchedule.Action, on ring: KeyRing, at now: Int64
    ) throws(ServerKeysError) -> KeyRing {
        switch action {
        case .makeFirst:
            let key = try makeKey()
            return try Self.step { () throws(KeyRingError) in try ring.makingFirst(key, at: now) }
        case .publishNext:
            let key = try makeKey()
            return try Self.step { () throws(KeyRingError) in try ring.publishingNext(key, at: now) }
        case .activate(let kid):
            return try Self.step { () throws(KeyRingError) in
                try ring.activating(kid, at: now, following: schedule)
            }
        case .remove(let kid):
            return try Self.step { () throws(KeyRingError) in try ring.removing(kid, at: now, following: schedule) }
        case .wait:
            return ring
        }
    }

    private static func step(_ body: () throws(KeyRingError) -> KeyRing) throws(ServerKeysError) -> KeyRing {
        do { return try body() } catch { throw .unusable("signing keys: \(error.code)") }
    }

    private func makeKey() throws(ServerKeysError) -> SigningKey {
        do { return try SigningKey.generate() } catch { throw .cryptography("\(error.code)") }
    }

    private func ring(from stored: [StoredKey]) throws(ServerKeysError) -> KeyRing {
        var entries: [KeyRing.Entry] = []
        for row in stored.sorted(by: { ($0.publishedAt, $0.id) < ($1.publishedAt, $1.id) }) {
            let secret = try keys.open(row)
            do {
                entries.append(
                    try KeyRing.Entry(
                        key: SigningKey(privateKeyInfo: secret), publishedAt: row.publishedAt,
                        activatedAt: row.activatedAt, retiredAt: row.retiredAt))
            } catch {
                throw .unusable("signing key \(row.id)")
            }
        }
        do { return try KeyRing(entries: entries) } catch { throw .unusable("signing keys: \(error.code)") }
    }

    private func rows(of ring: KeyRing) throws(ServerKeysError) -> [StoredKey] {
        var rows: [StoredKey] = []
        for entry in ring.entries {
            let secret: [UInt8]
            do { secret = try entry.key.privateKeyInfo() } catch { throw .cryptography("\(error.code)") }
            let state =
                switch entry.state {
                case .published: "published"
                case .active: "active"
                case .retiring: "retiring"
                }
            rows.append(
                StoredKey(
                    kind: .tokenSigning, id: entry.kid, state: state, publishedAt: entry.publishedAt,
                    activatedAt: entry.activatedAt, retiredAt: entry.retiredAt,
                    sealed: try keys.seal(secret, .tokenSigning, entry.kid)))
        }
        return rows
    }
}
