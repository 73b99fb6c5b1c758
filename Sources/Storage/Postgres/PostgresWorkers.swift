import AppCheck

/// Threads with a connection each, which take jobs from one queue. A connection that breaks is made anew, and who waits
/// meanwhile is told at once when no other one is left.
final class PostgresWorkers<Work: Sendable>: Sendable {
    struct Job: Sendable {
        let work: Work
        /// When it was asked for.
        let madeAt = ContinuousClock.now
        let fail: @Sendable (StoreError) -> Void
    }

    private let source: PostgresConnectionSource
    /// What the pool is called by the health of the store.
    private let pool: Int
    private let queue: JobQueue<Job>
    private let most: Int
    private let finished: Latch

    /// - Parameters:
    ///   - count: of threads.
    ///   - capacity: jobs that may wait; more are refused at once.
    ///   - most: jobs that a thread takes at a time.
    ///   - run: does them, and tells whom it concerns.
    init(
        _ count: Int, _ source: PostgresConnectionSource, capacity: Int, takingAtMost most: Int,
        run: @escaping @Sendable ([Job], PostgresConnection) -> Void
    ) throws(StoreError) {
        (self.source, self.most, pool) = (source, most, source.health.addPool())
        queue = JobQueue(capacity: capacity)
        finished = Latch(expecting: count)
        do throws(StoreError) {
            for _ in 0..<count {
                try WorkerThread.start { [self] in
                    serve(run)
                    finished.arrive()
                }
            }
        } catch {
            queue.close()
            throw error
        }
    }

    /// - Throws: ``StoreError/unavailable(_:)`` at once when too many wait or the database is not there.
    func add(_ job: Job) throws(StoreError) {
        if let trouble = source.health.trouble(in: pool) { throw .unavailable(trouble) }
        try queue.add(job)
    }

    /// Does what was asked for before and ends the threads. The health must have been closed, or one that waits for the
    /// database goes on.
    func close() async {
        queue.close()
        source.health.wakeAll()
        await finished.wait()
        // What was added while the last thread gave up.
        refuse(with: .unavailable("it is closed"))
    }

    private func serve(_ run: ([Job], PostgresConnection) -> Void) {
        guard var connection = connect() else { return }
        while let taken = queue.take(atMost: most) {
            let jobs = taken.filter(isInTime)
            if jobs.isEmpty { continue }
            // One that was closed while nobody used it is made anew without costing anybody an answer.
            if connection.isUsable() || renew(&connection) {
                run(jobs, connection)
                if connection.isUsable() || renew(&connection) { continue }
            } else {
                for job in jobs { job.fail(.unavailable("the database cannot be reached")) }
            }
            source.health.disconnected(pool)
            guard let next = connect() else { return }
            connection = next
        }
        connection.close()
        source.health.disconnected(pool)
    }

    /// - Returns: whether another connection could be made at once.
    private func renew(_ connection: inout PostgresConnection) -> Bool {
        connection.close()
        guard let fresh = try? source.connect() else { return false }
        connection = fresh
        return true
    }

    private func isInTime(_ job: Job) -> Bool {
        if ContinuousClock.now - job.madeAt < .milliseconds(Int64(source.deadline)) { return true }
        job.fail(.unavailable("the database is too slow for all that is asked of it"))
        return false
    }

    /// Tries until it succeeds.
    /// - Returns: nil once the store closes while the database is away; who waits has been told then.
    private func connect() -> PostgresConnection? {
        var pause = 50
        while true {
            do throws(StoreError) {
                let connection = try source.connect()
                source.health.connected(pool)
                return connection
            } catch {
                if source.health.failed(pool, error.reason) { refuse(with: .unavailable(error.reason)) }
            }
            if source.health.isClosed {
                refuse(with: .unavailable("it is closed"))
                return nil
            }
            source.health.pause(milliseconds: pause / 2 + pause * Int(source.chance()) / 255)
            pause = min(pause * 2, 2_000)
        }
    }

    private func refuse(with error: StoreError) {
        for job in queue.takeAll() { job.fail(error) }
    }
}

extension StoreError {
    /// Without the words that say what kind of trouble it is.
    var reason: String {
        switch self {
        case .unavailable(let detail), .alreadyExists(let detail), .unreadable(let detail): detail
        }
    }
}
