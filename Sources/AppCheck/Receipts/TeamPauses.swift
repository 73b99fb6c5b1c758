private import Synchronization

/// Teams that the service wants left alone for a while. Known to this process alone: others hear it from the service.
final class TeamPauses: Sendable {
    /// In seconds since 1970.
    private let pauses = Mutex<[String: Range<Int64>]>([:])

    /// A pause never shortens one that lasts.
    func add(_ teamID: String, at now: Int64, seconds: Int64) {
        pauses.withLock { pauses in
            let end = max(now.adding(max(seconds, 0)), pauses[teamID]?.upperBound ?? now)
            pauses[teamID] = now..<end
        }
    }

    /// Before its beginning a pause is none: a clock that was set back must not make it longer.
    func has(_ teamID: String, at now: Int64) -> Bool { pauses.withLock { $0[teamID]?.contains(now) ?? false } }
}
