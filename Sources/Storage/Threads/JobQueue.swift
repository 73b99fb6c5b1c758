import AppCheck
import Dispatch
import Synchronization

/// Jobs for threads that wait for them; first come, first served, and not more than a set number at a time.
final class JobQueue<Job: Sendable>: Sendable {
    private struct State {
        var jobs: [Job] = []
        var sleepers = 0
        /// How many jobs the thread in ``linger(for:atMost:)`` waits for; nought if there is none.
        var awaited = 0
        var isClosed = false

        /// - Returns: whether the thread that lingers is to be woken.
        mutating func endsLingering() -> Bool {
            guard awaited > 0, jobs.count >= awaited || isClosed else { return false }
            awaited = 0
            return true
        }
    }

    private let capacity: Int
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)

    init(capacity: Int) { self.capacity = capacity }

    /// - Throws: ``StoreError/unavailable(_:)`` at once when the queue is full or closed.
    func add(_ job: Job) throws(StoreError) {
        let mustWake = try state.withLock { state throws(StoreError) in
            guard !state.isClosed else { throw .unavailable("it is closed") }
            guard state.jobs.count < capacity else { throw .unavailable("too many requests are waiting for it") }
            state.jobs.append(job)
            guard state.sleepers > 0 else { return state.endsLingering() }
            state.sleepers -= 1
            return true
        }
        if mustWake { wake.signal() }
    }

    /// Takes up to `limit` jobs, and blocks while there are none.
    /// - Returns: nothing once the queue is closed and drained.
    func take(atMost limit: Int) -> [Job]? {
        while true {
            let taken: [Job]?? = state.withLock { state in
                if !state.jobs.isEmpty {
                    let first = Array(state.jobs.prefix(limit))
                    state.jobs.removeFirst(first.count)
                    return .some(first)
                }
                if state.isClosed { return .some(nil) }
                state.sleepers += 1
                return nil
            }
            if let taken { return taken }
            wake.wait()
        }
    }

    /// Returns when so many jobs wait, or the time is over, or the queue is closed. For one thread at a time.
    func linger(for count: Int, atMost time: DispatchTimeInterval) {
        let isAwaited = state.withLock { state in
            guard state.jobs.count < count, !state.isClosed else { return false }
            state.awaited = count
            return true
        }
        guard isAwaited, wake.wait(timeout: .now() + time) == .timedOut else { return }
        let wasWoken = state.withLock { state in
            defer { state.awaited = 0 }
            return state.awaited == 0
        }
        // The signal came just after the time was over, and is no other thread's.
        if wasWoken { wake.wait() }
    }

    /// Takes all jobs that wait, without waiting for any.
    func takeAll() -> [Job] {
        state.withLock { state in
            defer { state.jobs.removeAll() }
            return state.jobs
        }
    }

    /// Refuses new jobs. Those waiting are still done.
    func close() {
        let sleepers = state.withLock { state in
            state.isClosed = true
            defer { state.sleepers = 0 }
            return state.sleepers + (state.endsLingering() ? 1 : 0)
        }
        for _ in 0..<sleepers { wake.signal() }
    }
}
