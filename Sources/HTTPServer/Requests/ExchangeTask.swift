import Dispatch
import HTTP
import Synchronization

/// The task that answers one request where an answer takes time, and where it runs.
///
/// It begins on a thread for computing, of which there are as many as processors, while the connection is suspended: whatever
/// comes first is done first, on whichever processor is free, and the loops are left to read and to send. Most work computes
/// first and then waits for the store. What is left after a wait is short and runs on the thread of the connection's loop,
/// which has to be woken for the answer anyway.
///
/// A suspended connection lives until it is resumed, and must be resumed before the library is stopped; that happens once
/// for each suspension, under the lock, by whoever first has something for the loop to run or to say.
final class ExchangeTask: TaskExecutor {
    enum Outcome {
        case none
        case response(HTTPResponse)
        /// The server is stopping; nobody waits for the handler any more.
        case abandoned
    }

    private enum Place {
        /// The loop is here, or was woken and is about to come.
        case onLoop
        case suspended(MHDConnection)
        /// The loop will not come again: what is still to be run is run elsewhere.
        case elsewhere
    }

    private struct State {
        var place = Place.onLoop
        var jobs: [UnownedJob] = []
        var outcome = Outcome.none
        var task: Task<Void, Never>?
        /// Until it has begun; told once its first part is computed.
        var intake: Intake?

        /// Resumes the connection if it is suspended; once for each suspension.
        mutating func wakeLoop() {
            guard case .suspended(let connection) = place else { return }
            place = .onLoop
            connection.resume()
        }
    }

    private enum Step {
        case run([UnownedJob])
        case end(Outcome)
        case wait
    }

    private let state = Mutex(State())
    private static let computing = DispatchQueue(label: "assay.exchanges", attributes: .concurrent)

    /// Suspends the connection and begins the work, which has to end with ``finish(with:)``. Called on the loop's thread.
    /// - Returns: `false` if it was abandoned before: nothing was suspended or begun then, for nobody would resume it but
    ///   the work, and the library may be stopped before that.
    func start(
        on connection: MHDConnection, counting intake: Intake, _ work: @escaping @Sendable () async -> Void
    ) -> Bool {
        let isWanted = state.withLock { state in
            if case .abandoned = state.outcome { return false }
            connection.suspend()
            state.place = .suspended(connection)
            state.intake = intake
            return true
        }
        guard isWanted else { return false }
        intake.enter()
        let task = Task(executorPreference: self) { [self] in
            await work()
            // Swift keeps no executor alive for its tasks.
            withExtendedLifetime(self) {}
        }
        let isAbandoned = state.withLock { state in
            state.task = task
            if case .abandoned = state.outcome { return true } else { return false }
        }
        // Whoever abandoned it found no task to cancel.
        if isAbandoned { task.cancel() }
        return true
    }

    /// Called by Swift when there is something to run, on whatever thread.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (isTaken, intake) = state.withLock { state -> (Bool, Intake?) in
            if let intake = state.intake.take() { return (false, intake) }
            if case .elsewhere = state.place { return (false, nil) }
            state.wakeLoop()
            state.jobs.append(job)
            return (true, nil)
        }
        if !isTaken { runElsewhere([job], leaving: intake) }
    }

    /// Leaves the answer, unless the exchange was abandoned.
    func finish(with response: HTTPResponse) {
        state.withLock { state in
            if case .none = state.outcome { state.outcome = .response(response) }
            state.wakeLoop()
        }
    }

    /// Goes on until there is an answer or nothing to be run, after each suspension. Called on the loop's thread.
    /// - Returns: what became of it; `nil` if the connection was suspended.
    func proceed(on connection: MHDConnection) -> Outcome? {
        while true {
            switch next(connection) {
            case .run(let jobs): for job in jobs { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
            case .end(let outcome): return outcome
            case .wait: return nil
            }
        }
    }

    private func next(_ connection: MHDConnection) -> Step {
        state.withLock { state in
            switch state.outcome {
            case .none: break
            // What is left of the task, its end for one thing, needs no loop.
            case .response, .abandoned: return .end(state.outcome)
            }
            guard state.jobs.isEmpty else {
                defer { state.jobs = [] }
                return .run(state.jobs)
            }
            connection.suspend()
            state.place = .suspended(connection)
            return .wait
        }
    }

    /// Nobody waits for an answer any more. Wakes the connection, to be closed without one.
    func abandon() {
        let task = state.withLock { state in
            if case .none = state.outcome { state.outcome = .abandoned }
            state.wakeLoop()
            return state.task
        }
        task?.cancel()
    }

    /// The exchange is over on the connection: whatever the task still does, it does elsewhere.
    func leaveLoop() {
        let rest = state.withLock { state in
            defer { state.jobs = [] }
            state.place = .elsewhere
            return state.jobs
        }
        runElsewhere(rest)
    }

    private func runElsewhere(_ jobs: [UnownedJob], leaving intake: Intake? = nil) {
        guard !jobs.isEmpty else { return }
        Self.computing.async { [self] in
            for job in jobs { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
            intake?.leave()
        }
    }
}

/// The tasks that are not done.
final class OpenTasks: Sendable {
    private struct State {
        var tasks: [ObjectIdentifier: ExchangeTask] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// - Returns: `false` if none may begin any more.
    func enter(_ task: ExchangeTask) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.tasks[ObjectIdentifier(task)] = task
            return true
        }
    }

    func leave(_ task: ExchangeTask) { state.withLock { $0.tasks[ObjectIdentifier(task)] = nil } }

    /// Lets none begin any more, cancels them all, and wakes every connection to be closed without an answer.
    func abandonAll() {
        let tasks = state.withLock { state in
            defer { state.tasks = [:] }
            state.isClosed = true
            return state.tasks.values.map(\.self)
        }
        for task in tasks { task.abandon() }
    }
}
