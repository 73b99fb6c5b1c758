import AppCheck

/// Runs groups of statements, as many at once as have queued up while the last ones ran, in one transaction and one round
/// trip.
final class PostgresGroups: Sendable {
    private struct Work: Sendable {
        let group: ExchangeGroup
        /// Told how many rows each step touched, once that is durable.
        let succeed: @Sendable ([Int]) -> Void
    }
    private typealias Job = PostgresWorkers<Work>.Job

    private let workers: PostgresWorkers<Work>

    /// Some hundred statements: enough to share a commit, and few enough to be done well before the deadline.
    private static let most = 128

    init(_ count: Int, _ source: PostgresConnectionSource) throws(StoreError) {
        workers = try PostgresWorkers(count, source, capacity: 4096, takingAtMost: Self.most) { jobs, connection in
            Self.run(Self.rounds(of: jobs), on: connection)
        }
    }

    func close() async { await workers.close() }

    /// - Returns: how many rows each step of the group touched.
    func run(_ group: ExchangeGroup) async throws(StoreError) -> [Int] {
        let result: Result<[Int], StoreError> = await withCheckedContinuation { continuation in
            let job = Job(
                work: Work(group: group, succeed: { continuation.resume(returning: .success($0)) }),
                fail: { continuation.resume(returning: .failure($0)) })
            do throws(StoreError) { try workers.add(job) } catch { job.fail(error) }
        }
        return try result.get()
    }

    /// Parts jobs so that no two of one transaction are about the same: what one of them came to would rest on a redemption
    /// that the other may take back.
    private static func rounds(of jobs: [Job]) -> [[Job]] {
        var rounds: [(jobs: [Job], subjects: Set<[UInt8]>)] = []
        for job in jobs {
            let subjects = job.work.group.subjects
            if let index = rounds.firstIndex(where: { $0.subjects.isDisjoint(with: subjects) }) {
                rounds[index].jobs.append(job)
                rounds[index].subjects.formUnion(subjects)
            } else {
                rounds.append(([job], Set(subjects)))
            }
        }
        return rounds.map(\.jobs)
    }

    /// Runs one transaction after the other. What one of them meets that everybody would meet, the rest are spared: each
    /// could wait as long as that one did.
    /// - Returns: what that was.
    @discardableResult private static func run(
        _ rounds: [[Job]], on connection: PostgresConnection
    ) -> StoreError? {
        var trouble: StoreError?
        for round in rounds {
            if let trouble {
                for job in round { job.fail(trouble) }
            } else {
                trouble = run(round, on: connection, retries: 3)
            }
        }
        return trouble
    }

    /// - Parameter retries: how often all of them are tried again where another transaction came between.
    /// - Returns: what was met, if everybody would meet it.
    private static func run(_ jobs: [Job], on connection: PostgresConnection, retries: Int) -> StoreError? {
        // By stage and row, each group's own steps in their order.
        let steps = jobs.enumerated().flatMap { index, job in
            job.work.group.steps.enumerated().map { (job: index, place: $0.offset, step: $0.element) }
        }.sorted { left, right in
            if left.step.stage != right.step.stage { return left.step.stage < right.step.stage }
            if left.step.row != right.step.row { return left.step.row.lexicographicallyPrecedes(right.step.row) }
            return left.place < right.place
        }
        do throws(PostgresFailure) {
            let counts = try connection.run(batch: steps.map(\.step.command))
            var byJob = jobs.map { [Int](repeating: 0, count: $0.work.group.steps.count) }
            for (step, count) in zip(steps, counts) { byJob[step.job][step.place] = count }
            for (job, counts) in zip(jobs, byJob) { job.work.succeed(counts) }
            return nil
        } catch {
            switch error.kind {
            case .conflict where retries > 0: return run(jobs, on: connection, retries: retries - 1)
            // One of them may be what all suffer from.
            case .conflict where jobs.count > 1, .refusal where jobs.count > 1:
                return run(jobs.map { [$0] }, on: connection)
            case .conflict, .refusal:
                for job in jobs { job.fail(error.error) }
                return nil
            case .connection, .trouble:
                for job in jobs { job.fail(error.error) }
                return error.error
            }
        }
    }
}
