/// The signing keys of a service: one that signs, at most one that waits, and those whose tokens still live.
///
/// Changes give a new ring; whoever keeps the ring stores it before using it.
public struct KeyRing: Sendable {
    /// The keys in the order in which they were published.
    public let entries: [Entry]

    /// A ring before its first key.
    public init() { entries = [] }

    /// Restores a ring.
    /// - Throws: `duplicateKey`; `wrongState` unless exactly one key of a ring that is not empty is active;
    ///   `alreadyPublished` if more than one waits; `full` for more than 64 keys.
    public init(entries: [Entry]) throws(KeyRingError) {
        guard entries.count <= JWKSet.maximumKeyCount else { throw KeyRingError(.full) }
        guard Set(entries.map(\.kid)).count == entries.count else { throw KeyRingError(.duplicateKey) }
        let (waiting, signing) = entries.reduce((0, 0)) { counts, entry in
            switch entry.state {
            case .published: (counts.0 + 1, counts.1)
            case .active: (counts.0, counts.1 + 1)
            case .retiring: counts
            }
        }
        guard waiting <= 1 else { throw KeyRingError(.alreadyPublished) }
        guard entries.isEmpty || signing == 1 else { throw KeyRingError(.wrongState) }
        self.entries = entries
    }

    /// The key that signs; nil only in an empty ring.
    public var active: Entry? { entries.first { $0.activatedAt != nil && $0.retiredAt == nil } }

    /// The key that waits to sign.
    public var published: Entry? { entries.first { $0.state == .published } }

    /// What is served to verifiers: every key of the ring.
    public var jwks: JWKSet { JWKSet(distinct: entries.map(\.key.publicJWK)) }

    /// The ring with its first key, which signs at once: nobody can have cached a key set without it.
    /// - Throws: `wrongState` if there are keys already; `invalidMoment`.
    public func makingFirst(_ key: SigningKey, at now: Int64) throws(KeyRingError) -> KeyRing {
        guard entries.isEmpty else { throw KeyRingError(.wrongState) }
        return try KeyRing(entries: [Entry(key: key, publishedAt: now, activatedAt: now)])
    }

    /// The ring with a next key published. The schedule asks for it in time; an operator may ask for it at any time,
    /// which rotates as soon as every verifier can know the key.
    /// - Throws: `wrongState` for an empty ring; `alreadyPublished`, `duplicateKey`, `full`, `invalidMoment`.
    public func publishingNext(_ key: SigningKey, at now: Int64) throws(KeyRingError) -> KeyRing {
        try KeyRing(entries: entries + [Entry(key: key, publishedAt: now)])
    }

    /// The ring with the waiting key active and the active one retiring.
    /// - Throws: `unknownKey`; `wrongState` unless the key waits; `tooEarly` before it was published for the lead.
    public func activating(
        _ kid: String, at now: Int64, following schedule: RotationSchedule
    ) throws(KeyRingError) -> KeyRing {
        let next = try entry(kid)
        guard next.state == .published else { throw KeyRingError(.wrongState) }
        guard now >= schedule.activation(of: next) else { throw KeyRingError(.tooEarly) }
        var changed: [Entry] = []
        for entry in entries {
            switch entry.state {
            case .published:
                changed.append(try Entry(key: entry.key, publishedAt: entry.publishedAt, activatedAt: now))
            case .active(let since):
                // After a clock went backwards the key has not signed less than until it became active.
                changed.append(
                    try Entry(
                        key: entry.key, publishedAt: entry.publishedAt, activatedAt: since, retiredAt: max(now, since)))
            case .retiring:
                changed.append(entry)
            }
        }
        return try KeyRing(entries: changed)
    }

    /// The ring without a key whose last token has expired.
    /// - Throws: `unknownKey`; `wrongState` unless the key is retiring; `tooEarly` before it was retired for the
    ///   retention.
    public func removing(
        _ kid: String, at now: Int64, following schedule: RotationSchedule
    ) throws(KeyRingError) -> KeyRing {
        guard case .retiring(_, let since) = try entry(kid).state else { throw KeyRingError(.wrongState) }
        guard now >= schedule.removal(ofKeyRetiredAt: since) else { throw KeyRingError(.tooEarly) }
        return try KeyRing(entries: entries.filter { $0.kid != kid })
    }

    private func entry(_ kid: String) throws(KeyRingError) -> Entry {
        guard let entry = entries.first(where: { $0.kid == kid }) else { throw KeyRingError(.unknownKey) }
        return entry
    }
}
