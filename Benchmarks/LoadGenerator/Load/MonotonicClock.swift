import CEpoll
import Glibc

/// Moments and spans in nanoseconds, without the cost of a library.
enum MonotonicClock {
    static var now: UInt64 { nanoseconds(CLOCK_MONOTONIC) }

    /// Seconds of processor time that all threads of this process have used, in user space and in the kernel.
    static var processorSeconds: Double { Double(nanoseconds(CLOCK_PROCESS_CPUTIME_ID)) / 1e9 }

    /// Where a `timespec` is taken apart: its headers make it the property of ``CEpoll`` or of `Glibc` by chance,
    /// and both are imported here.
    static func nanoseconds(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
