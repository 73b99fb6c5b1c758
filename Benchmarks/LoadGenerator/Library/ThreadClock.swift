import Glibc

/// Processor time of the calling thread: other work on the machine does not count.
enum ThreadClock {
    static var microseconds: Double { Double(MonotonicClock.nanoseconds(CLOCK_THREAD_CPUTIME_ID)) / 1e3 }

    /// Microseconds that each of `count` calls takes.
    static func measure(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
        let began = microseconds
        for _ in 0..<count { try body() }
        return (microseconds - began) / Double(count)
    }
}
