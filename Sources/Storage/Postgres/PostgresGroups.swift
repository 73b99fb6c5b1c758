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
            for round in Self.rounds(of: jobs) { Self.run(round, on: connection, retries: 3) }
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

    /// - Parameter retries: how often all of them are tried again where another transaction came between.
    private static func run(_ jobs: [Job], on connection: PostgresConnection, retries: Int) {
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
        } catch {
            switch error.kind {
            case .conflict where retries > 0: run(jobs, on: connection, retries: retries - 1)
            case .conflict, .refusal:
                // One of them may be what all suffer from.
                guard jobs.count > 1 else { return jobs.forEach { $0.fail(error.error) } }
                for job in jobs { run([job], on: connection, retries: 3) }
            case .connection, .trouble: for job in jobs { job.fail(error.error) }
            }
        }
    }
}
