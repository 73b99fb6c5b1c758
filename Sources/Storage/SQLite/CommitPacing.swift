package import Dispatch

/// How many writes a commit waits for.
///
/// Where callers are many, a commit of one write would follow another, each with its pages and its wait for the disk; so as
/// many are waited for as have lately come together, for a moment. Whoever calls alone, one time after the other, is found out
/// and not held up.
package struct CommitPacing {
    /// About as long as two or three exchanges compute.
    package static let patience = DispatchTimeInterval.milliseconds(3)
    /// Hardly any caller is back so soon after his answer: who comes within it may be another one.
    private static let soon = Duration.microseconds(500)
    /// Commits of a single write after which callers count as alone.
    private static let calm = 4
    /// Commits after that until it is tried again, unless some share one by themselves.
    private static let pause = 512

    /// Writes that are worth waiting for; one for none.
    package private(set) var aim = 1
    private var single = 0
    private var paused = 0

    package init() {}

    /// - Parameter sinceLast: from the end of the last commit until there was something to write.
    package mutating func begin(sinceLast: Duration) {
        if aim == 1, paused == 0, sinceLast < Self.soon { aim = 2 }
    }

    /// - Parameter writes: as many as shared the commit.
    package mutating func end(writes: Int) {
        guard writes == 1 else {
            // One that was waited for in vain is waited for no more.
            aim = writes < aim ? aim - 1 : writes
            (single, paused) = (0, 0)
            return
        }
        paused = max(paused - 1, 0)
        guard aim > 1 else { return }
        (aim, single) = (2, single + 1)
        if single == Self.calm { (aim, single, paused) = (1, 0, Self.pause) }
    }
}
