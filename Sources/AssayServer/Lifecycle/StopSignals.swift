private import Dispatch
private import Glibc

/// How many signals came. A semaphore is among the few things that a signal's handler may touch; this one is never freed,
/// for a handler may run until the end. Outside of the type, because handlers of C can capture nothing.
private nonisolated(unsafe) let arrived = {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    unsafe sem_init(semaphore, 0, 0)
    return unsafe semaphore
}()

/// What ends the process: the operator or the system, and nothing else.
package enum StopSignals {
    /// From here on neither SIGTERM nor SIGINT ends the process by itself, and none is lost, however long before ``wait()``
    /// it comes.
    package static func hold() {
        // Made before a handler can run: what makes it must not happen within one.
        _ = unsafe arrived
        for number in [SIGTERM, SIGINT] { _ = signal(number) { _ in unsafe sem_post(arrived) } }
    }

    /// Returns at the first SIGTERM or SIGINT since ``hold()``.
    package static func wait() async {
        await withCheckedContinuation { continuation in
            // A queue of its own, which has a thread of its own: it blocks until the end.
            DispatchQueue(label: "assay.signals").async {
                while unsafe sem_wait(arrived) != 0 {}
                continuation.resume()
            }
        }
    }
}
