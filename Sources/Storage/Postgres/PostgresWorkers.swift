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
            var trouble = connection.isUsable() ? nil : renew(&connection)
            if let trouble {
                for job in jobs { job.fail(trouble) }
            } else {
                run(jobs, connection)
                if connection.isUsable() { continue }
                trouble = connection.silence ?? renew(&connection)
            }
            guard let trouble else { continue }
            connection.close()
            source.health.disconnected(pool)
            tell(trouble)
            guard let next = connect(instead: connection) else { return }
            connection = next
        }
        connection.close()
        source.health.disconnected(pool)
    }

    /// - Returns: why no other connection could be made at once; nil if one was.
    private func renew(_ connection: inout PostgresConnection) -> StoreError? {
        connection.close()
        do throws(StoreError) {
            connection = try source.connect()
            return nil
        } catch { return error }
    }

    private func isInTime(_ job: Job) -> Bool {
        if ContinuousClock.now - job.madeAt < .milliseconds(Int64(source.deadline)) { return true }
        job.fail(.unavailable("the database is too slow for all that is asked of it"))
        return false
    }

    /// Tries until it succeeds.
    /// - Parameter lost: a connection whose place it takes. If the server fell silent on it, that must have ended what it
    ///   was asked: or each attempt would cost it one more connection that waits, for a replica that is gone, say.
    /// - Returns: nil once the store closes while the database is away; who waits has been told then.
    private func connect(instead lost: PostgresConnection? = nil) -> PostgresConnection? {
        var pause = 50
        while true {
            do throws(StoreError) {
                let connection = try source.connect(instead: lost)
                source.health.connected(pool)
                return connection
            } catch { tell(error) }
            if source.health.isClosed {
                refuse(with: .unavailable("it is closed"))
                return nil
            }
            source.health.pause(milliseconds: pause / 2 + pause * Int(source.chance()) / 255)
            pause = min(pause * 2, 2_000)
        }
    }

    /// Lets those know at once who wait in vain.
    private func tell(_ trouble: StoreError) {
        if source.health.failed(pool, trouble.reason) { refuse(with: .unavailable(trouble.reason)) }
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
