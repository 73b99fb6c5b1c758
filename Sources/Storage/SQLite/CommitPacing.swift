import Dispatch

/// How many writes a commit waits for.
///
/// Where callers are many, a commit of one write would follow another, each with its pages and its wait for the disk; so as
/// many are waited for as have lately come together, for a moment. Whoever calls alone, one time after the other, never waits:
/// his next call comes no sooner than an exchange takes.
struct CommitPacing {
    /// About as long as two or three exchanges compute.
    static let patience = DispatchTimeInterval.milliseconds(3)
    /// No caller is back so soon after his answer: who comes within it is another one.
    private static let soon = Duration.microseconds(500)
    /// Commits of a single write after which callers count as alone again.
    private static let calm = 8

    /// Writes that are worth waiting for; one for none.
    private(set) var aim = 1
    private var single = 0

    /// - Parameter sinceLast: from the end of the last commit until there was something to write.
    mutating func begin(sinceLast: Duration) {
        guard sinceLast < Self.soon else { return }
        (aim, single) = (max(aim, 2), 0)
    }

    /// - Parameter writes: as many as shared the commit.
    mutating func end(writes: Int) {
        // One that was waited for in vain is waited for no more.
        aim = writes < aim ? max(aim - 1, 2) : writes
        single = writes > 1 ? 0 : single + 1
        if single >= Self.calm { aim = 1 }
    }
}
