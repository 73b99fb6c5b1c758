internal import AppCheck
private import Cryptography

/// How long to wait before trying again: longer each time, and each server for another time, so that a database that comes
/// back is not asked by all at once.
package struct Backoff: Sendable {
    private var next: Duration
    private let longest: Duration

    package init(first: Duration = .milliseconds(250), longest: Duration = .seconds(10)) {
        (next, self.longest) = (first, longest)
    }

    /// - Parameter chance: 0 to 255.
    /// - Returns: from half of the pause that it is the turn of to all of it.
    package mutating func pause(_ chance: UInt8) -> Duration {
        defer { next = min(next * 2, longest) }
        return next / 2 + next / 2 * Int(chance) / 255
    }
}

/// Which of many complaints about one thing the log is told: those for a new reason, and otherwise one in a while.
package struct Complaints: Sendable {
    private let pause: Duration
    private var last: (reason: String, at: ContinuousClock.Instant)?

    package init(every pause: Duration = .seconds(30)) { self.pause = pause }

    package mutating func isDue(_ reason: String, at now: ContinuousClock.Instant) -> Bool {
        if let last, last.reason == reason, now - last.at < pause { return false }
        last = (reason, now)
        return true
    }

    /// There is no more cause.
    package mutating func end() { last = nil }
}

extension Surroundings {
    /// 0 to 255.
    var chance: UInt8 { (try? randomBytes(1))?.first ?? 128 }

    /// From half of a duration to one and a half of it: what several servers do every so often is not to be in step.
    func around(_ duration: Duration) -> Duration { duration / 2 + duration * Int(chance) / 255 }
}
