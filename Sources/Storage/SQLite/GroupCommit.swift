import AppCheck
import Dispatch
import Synchronization

/// Commits together whatever was asked for while the last commit ran: the slow part of a commit is to wait for the disk,
/// and that costs the same for one write as for hundreds.
final class GroupCommit: Sendable {
    /// A write, and whom to tell.
    struct Job: Sendable {
        /// What the write came to within the transaction. Callers are told only once that has ended: a refusal too may
        /// rest on what another job of the same transaction wrote.
        enum Ending {
            case keep(tell: @Sendable () -> Void)
            case rollBack(tell: @Sendable () -> Void)
            case failed(StoreError)
        }

        let run: @Sendable (SQLiteConnection) -> Ending
        let fail: @Sendable (StoreError) -> Void
    }

    /// As long as four or five exchanges compute.
    private static let patience = DispatchTimeInterval.microseconds(1_500)

    let queue = JobQueue<Job>(capacity: 4096)
    private let counts = Mutex(WriteStatistics())

    var statistics: WriteStatistics { counts.withLock { $0 } }

    /// Serves the queue until it is closed and drained.
    /// - Parameters:
    ///   - isBusy: whether more work waits for processors than they can do at once. A commit is put off then for a moment, for
    ///     its own share of the processors is better spent on more writes; whoever waits for it would only have others wait
    ///     for longer. Called by whoever writes, under a lock.
    ///   - log: told after every commit.
    func run(on connection: SQLiteConnection, isBusy: @escaping @Sendable () -> Bool, keeping log: LogKeeper) {
        var log = log
        while var jobs = queue.take(atMost: .max) {
            queue.linger(while: isBusy, atMost: Self.patience)
            jobs += queue.takeAll()
            commit(jobs, on: connection)
            log.bound(connection)
        }
    }

    private func commit(_ jobs: [Job], on connection: SQLiteConnection) {
        do throws(StoreError) {
            _ = try connection.execute("BEGIN IMMEDIATE")
            var replies: [@Sendable () -> Void] = []
            replies.reserveCapacity(jobs.count)
            for job in jobs { replies.append(try attempt(job, on: connection)) }
            _ = try connection.execute("COMMIT")
            counts.withLock { $0 = WriteStatistics(commits: $0.commits + 1, writes: $0.writes + jobs.count) }
            for reply in replies { reply() }
        } catch {
            if connection.isInTransaction { _ = connection.run("ROLLBACK") }
            let lost = StoreError.unavailable(error.detail)
            for job in jobs { job.fail(lost) }
        }
    }

    /// Runs one job so that the others do not depend on how it ends.
    /// - Throws: when the transaction as a whole is lost.
    private func attempt(_ job: Job, on connection: SQLiteConnection) throws(StoreError) -> @Sendable () -> Void {
        _ = try connection.execute("SAVEPOINT job")
        let ending = job.run(connection)
        switch ending {
        case .keep(let tell):
            _ = try connection.execute("RELEASE job")
            return tell
        case .rollBack(let tell):
            try rollBackJob(on: connection)
            return tell
        case .failed(let error):
            // A full disk, among others, makes SQLite end the transaction and not only the statement.
            guard connection.isInTransaction else { throw error }
            try rollBackJob(on: connection)
            return { job.fail(error) }
        }
    }

    private func rollBackJob(on connection: SQLiteConnection) throws(StoreError) {
        _ = try connection.execute("ROLLBACK TO job")
        _ = try connection.execute("RELEASE job")
    }
}

extension StoreError {
    fileprivate var detail: String {
        switch self {
        case .unavailable(let detail), .alreadyExists(let detail), .unreadable(let detail): detail
        }
    }
}

/// How many writes were decided since the store was opened, and by how many commits.
package struct WriteStatistics: Equatable, Sendable {
    package let commits: Int
    package let writes: Int

    package init(commits: Int = 0, writes: Int = 0) { (self.commits, self.writes) = (commits, writes) }
}
