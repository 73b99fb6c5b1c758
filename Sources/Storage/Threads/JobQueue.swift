package import AppCheck
package import Dispatch
import Synchronization

/// Jobs for threads that wait for them; first come, first served, and not more than a set number at a time.
package final class JobQueue<Job: Sendable>: Sendable {
    private struct State {
        var jobs: [Job] = []
        var sleepers = 0
        /// As long as the thread in ``linger(while:atMost:)`` waits for more jobs.
        var isWorthWaiting: (@Sendable () -> Bool)?
        var isClosed = false

        /// - Returns: whether the thread that lingers is to be woken.
        mutating func endsLingering() -> Bool {
            guard let isWorthWaiting, isClosed || !isWorthWaiting() else { return false }
            self.isWorthWaiting = nil
            return true
        }
    }

    private let capacity: Int
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)

    package init(capacity: Int) { self.capacity = capacity }

    /// - Throws: ``StoreError/unavailable(_:)`` at once when the queue is full or closed.
    package func add(_ job: Job) throws(StoreError) {
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

    /// Returns once it is not worth waiting for more jobs, which is asked now and whenever one comes, or the time is over, or
    /// the queue is closed. For one thread at a time.
    /// - Parameter isWorthWaiting: called under the queue's lock.
    package func linger(while isWorthWaiting: @escaping @Sendable () -> Bool, atMost time: DispatchTimeInterval) {
        let lingers = state.withLock { state in
            guard !state.isClosed, isWorthWaiting() else { return false }
            state.isWorthWaiting = isWorthWaiting
            return true
        }
        guard lingers, wake.wait(timeout: .now() + time) == .timedOut else { return }
        let wasWoken = state.withLock { state in
            defer { state.isWorthWaiting = nil }
            return state.isWorthWaiting == nil
        }
        // The signal came just after the time was over, and is no other thread's.
        if wasWoken { wake.wait() }
    }

    /// Takes all jobs that wait, without waiting for any.
    package func takeAll() -> [Job] {
        state.withLock { state in
            defer { state.jobs.removeAll() }
            return state.jobs
        }
    }

    /// Refuses new jobs. Those waiting are still done.
    package func close() {
        let sleepers = state.withLock { state in
            state.isClosed = true
            defer { state.sleepers = 0 }
            return state.sleepers + (state.endsLingering() ? 1 : 0)
        }
        for _ in 0..<sleepers { wake.signal() }
    }
}
