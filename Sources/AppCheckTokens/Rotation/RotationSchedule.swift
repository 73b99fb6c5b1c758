/// When keys change, decided from the ring and the moment alone. All durations and moments are whole seconds.
///
/// Verifiers cache key sets for six hours and do not fetch again for a `kid` they do not know (wire contract, section
/// 0.11). A key therefore waits, published, until every cache has it, and stays until its last token has expired.
public struct RotationSchedule: Sendable, Equatable {
    /// The longest that a verifier may cache a key set: 6 hours.
    public static let cacheLifetime: Int64 = 21_600

    /// How long a key signs before it is replaced.
    public let lifetime: Int64
    /// How long a key is published before it signs.
    public let lead: Int64
    /// How long a key stays published after it has ceased to sign.
    public let retention: Int64

    /// 30 days; 6 hours and a half; 7 days, 6 hours and a half.
    public init() {
        (lifetime, lead, retention) = (2_592_000, Self.cacheLifetime + 1800, 604_800 + Self.cacheLifetime + 1800)
    }

    /// - Parameters:
    ///   - lifetime: 1 day to 10 years, longer than the lead.
    ///   - lead: At least 6 hours.
    ///   - retention: At least 7 days and 6 hours, the longest session and a cache; at most 30 days.
    /// - Throws: `invalidSchedule`.
    public init(lifetime: Int64, lead: Int64, retention: Int64) throws(KeyRingError) {
        guard (86_400...315_360_000).contains(lifetime), (Self.cacheLifetime..<lifetime).contains(lead),
            (TokenGrant.sessionTTLs.upperBound + Self.cacheLifetime...2_592_000).contains(retention)
        else { throw KeyRingError(.invalidSchedule) }
        (self.lifetime, self.lead, self.retention) = (lifetime, lead, retention)
    }

    /// What is to be done with a ring.
    public enum Action: Sendable, Equatable {
        /// Make a key and let it sign at once: ``KeyRing/makingFirst(_:at:)``.
        case makeFirst
        /// Make a key and publish it: ``KeyRing/publishingNext(_:at:)``.
        case publishNext
        /// Let the waiting key sign: ``KeyRing/activating(_:at:following:)``.
        case activate(kid: String)
        /// Drop a key: ``KeyRing/removing(_:at:following:)``.
        case remove(kid: String)
        /// Nothing, before that moment.
        case wait(until: Int64)
    }

    /// The one thing to be done at `now`; of several that are due, the one that was due first. To be asked again after
    /// each, until it says to wait.
    ///
    /// The moments in the ring decide, not how often this was asked: a server that slept past a change makes it up
    /// without skipping the lead, and a clock that goes backwards only makes it wait.
    public func decide(_ ring: KeyRing, at now: Int64) -> Action {
        guard let active = ring.active, let activatedAt = active.activatedAt else { return .makeFirst }
        var (moment, action) = (activatedAt + lifetime - lead, Action.publishNext)
        if let next = ring.published { (moment, action) = (activation(of: next), .activate(kid: next.kid)) }
        for entry in ring.entries {
            guard let retiredAt = entry.retiredAt, removal(ofKeyRetiredAt: retiredAt) < moment else { continue }
            (moment, action) = (removal(ofKeyRetiredAt: retiredAt), .remove(kid: entry.kid))
        }
        return moment <= now ? action : .wait(until: moment)
    }

    func activation(of entry: KeyRing.Entry) -> Int64 { entry.publishedAt + lead }

    func removal(ofKeyRetiredAt moment: Int64) -> Int64 { moment + retention }
}
