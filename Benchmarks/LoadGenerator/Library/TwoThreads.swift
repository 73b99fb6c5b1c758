import Dispatch
import Synchronization

/// What threads get done that do the same at once. Elapsed time counts here, unlike elsewhere: who waits for a lock uses no
/// processor.
enum TwoThreads {
    /// Calls per second of all threads together. Each calls until its own time is over, so that one that begins late does
    /// not count as slow.
    static func perSecond(_ threads: Int, seconds: Double, _ body: () throws -> Void) throws -> Double {
        // The closures are those of a library that any number of threads may call.
        nonisolated(unsafe) let body = body
        let results = Mutex<(rate: Double, failure: (any Error)?)>((0, nil))
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            let (clock, began) = (ContinuousClock(), ContinuousClock.now)
            var count = 0
            do {
                repeat {
                    try body()
                    count += 1
                } while began.duration(to: clock.now) < .seconds(seconds)
            } catch {
                results.withLock { $0.failure = error }
            }
            let rate = Double(count) / (began.duration(to: clock.now) / .seconds(1))
            results.withLock { $0.rate += rate }
        }
        return try results.withLock { results in
            if let failure = results.failure { throw failure }
            return results.rate
        }
    }
}
