import Synchronization

/// Runs tasks on the thread that asks for it, one job after another, so that no other thread ever takes part.
final class JobQueue: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Returns when nothing is left to run.
    func drain() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// What `body` comes to.
    /// - Parameter drain: runs the queue.
    func value<Value: Sendable>(
        drainedBy drain: (JobQueue) -> Void, of body: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let result = Box<Value>()
        Task(executorPreference: self) {
            do { result.keep(.success(try await body())) } catch { result.keep(.failure(error)) }
        }
        drain(self)
        guard let kept = result.kept else { throw Failure("a task went on to another thread") }
        return try kept.get()
    }

    private final class Box<Value: Sendable>: Sendable {
        private let result = Mutex<Result<Value, any Error>?>(nil)

        var kept: Result<Value, any Error>? { result.withLock { $0 } }

        func keep(_ value: Result<Value, any Error>) { result.withLock { $0 = value } }
    }
}

/// Runs what is counted: the counter begins where this function does, which it knows by its name, and ends with it.
@_silgen_name("assay_counted_stretch")
@inline(never)
@_optimize(none)
func countedStretch(_ queue: JobQueue) { queue.drain() }
