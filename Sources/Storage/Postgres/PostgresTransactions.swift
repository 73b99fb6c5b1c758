import AppCheck

/// Runs transactions one by one on a pool of connections.
final class PostgresTransactions: Sendable {
    private typealias Work = @Sendable (PostgresConnection) -> Void

    private let workers: PostgresWorkers<Work>
    private let deadline: Duration
    private let chance: @Sendable () -> UInt8

    init(_ count: Int, _ source: PostgresConnectionSource) throws(StoreError) {
        (deadline, chance) = (.milliseconds(Int64(source.deadline)), source.chance)
        workers = try PostgresWorkers(count, source, capacity: 1024, takingAtMost: 1) { jobs, connection in
            for job in jobs { job.work(connection) }
        }
    }

    func close() async { await workers.close() }

    /// Runs `body` on a connection as soon as one is free, outside of any transaction.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            let job = PostgresWorkers<Work>.Job(
                work: { connection in
                    continuation.resume(returning: Result { () throws(StoreError) in try body(connection) })
                }, fail: { continuation.resume(returning: .failure($0)) })
            do throws(StoreError) { try workers.add(job) } catch { job.fail(error) }
        }
        return try result.get()
    }

    /// Runs `body` within a transaction, and again where another one came between.
    func write<Value: Sendable>(
        _ isolation: Isolation, _ body: @escaping @Sendable (PostgresConnection) throws(StoreError) -> Decision<Value>
    ) async throws(StoreError) -> Value {
        try await run { [deadline, chance] connection throws(StoreError) in
            let start = ContinuousClock.now
            var pause = 2
            while true {
                do throws(StoreError) { return try connection.transaction(isolation, body) } catch {
                    guard connection.lastFailure?.kind == .conflict, ContinuousClock.now - start < deadline else {
                        throw error
                    }
                    WorkerThread.pause(milliseconds: pause * Int(chance()) / 255)
                    pause = min(pause * 2, 64)
                }
            }
        }
    }
}

extension PostgresConnection {
    /// Runs `body` within one transaction, once.
    func transaction<Value>(
        _ isolation: Isolation, _ body: (PostgresConnection) throws(StoreError) -> Decision<Value>
    ) throws(StoreError) -> Value {
        forgetFailure()
        switch isolation {
        case .keyed: try attempt("BEGIN ISOLATION LEVEL READ COMMITTED")
        case .guarded: try attempt("BEGIN ISOLATION LEVEL SERIALIZABLE")
        }
        let decision: Decision<Value>
        do throws(StoreError) { decision = try body(self) } catch {
            abandon()
            throw error
        }
        switch decision {
        case .keep(let value):
            try commit()
            return value
        case .rollBack(let value):
            try attempt("ROLLBACK")
            return value
        }
    }

    /// Runs `body` over one state of the database, which it only reads, without limits of time.
    func snapshot<Value>(_ body: (PostgresConnection) throws(StoreError) -> Value) throws(StoreError) -> Value {
        try attempt("SET statement_timeout = 0")
        try attempt("SET idle_in_transaction_session_timeout = 0")
        try attempt("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        let value = try withoutPatience { () throws(StoreError) in try body(self) }
        try attempt("COMMIT")
        return value
    }

    private func commit() throws(StoreError) {
        do throws(PostgresFailure) {
            try noting { () throws(PostgresFailure) in
                sawWarning = false
                // A transaction that failed before is rolled back by a commit, which says so and fails not.
                guard try command("COMMIT").tag == "COMMIT" else {
                    throw .connection("the transaction was rolled back")
                }
                guard !sawWarning else {
                    throw .connection("the database warned that it may not keep what it committed")
                }
            }
        } catch { throw error.error }
    }

    /// Ends a transaction that came to nothing. What it came to nothing of stays in ``lastFailure``.
    private func abandon() {
        guard lastFailure?.kind != .connection else { return }
        do throws(PostgresFailure) { try command("ROLLBACK") } catch { close() }
    }

    private func attempt(_ sql: String) throws(StoreError) {
        do throws(PostgresFailure) { try command(sql) } catch { throw error.error }
    }
}
