import AppCheck

/// The one thread that writes, and the way to it.
final class SQLiteWriter: Sendable {
    private let commits = GroupCommit()
    private let finished = Latch(expecting: 1)

    /// - Parameter isBusy: see ``GroupCommit/run(on:isBusy:keeping:)``.
    init(
        _ connection: SQLiteConnection, isBusy: @escaping @Sendable () -> Bool, keeping log: LogKeeper
    ) throws(StoreError) {
        try WorkerThread.start { [commits, finished] in
            commits.run(on: connection, isBusy: isBusy, keeping: log)
            if log.logMustStay { connection.keepLogOnClose() }
            connection.close()
            finished.arrive()
        }
    }

    deinit { commits.queue.close() }

    var statistics: WriteStatistics { commits.statistics }

    /// Runs `body` within a transaction, and returns once that is on disk, or was given up.
    /// - Throws: ``StoreError/unavailable(_:)`` when the transaction came to nothing or too many are waiting.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws(StoreError) -> Decision<Value>
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            let job = GroupCommit.Job(
                run: { connection in
                    do throws(StoreError) {
                        switch try body(connection) {
                        case .keep(let value): return .keep { continuation.resume(returning: .success(value)) }
                        case .rollBack(let value):
                            return .rollBack { continuation.resume(returning: .success(value)) }
                        }
                    } catch { return .failed(error) }
                },
                fail: { continuation.resume(returning: .failure($0)) })
            do throws(StoreError) { try commits.queue.add(job) } catch { job.fail(error) }
        }
        return try result.get()
    }

    func close() async {
        commits.queue.close()
        await finished.wait()
    }
}
