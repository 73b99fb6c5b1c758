private import Foundation
private import Glibc

/// What ends the process: the operator or the system, and nothing else.
package enum StopSignals {
    /// Keeps SIGTERM and SIGINT for ``wait()``: from here on neither ends the process by itself, and none is lost, however
    /// early it comes. To be called on the main thread before there is another: each takes over the mask of its maker.
    package static func hold() {
        var signals = signals
        _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Returns at the first SIGTERM or SIGINT since ``hold()``.
    package static func wait() async {
        await withCheckedContinuation { continuation in
            // A thread of its own, for it blocks until the end.
            Thread.detachNewThread {
                var (signals, number) = (signals, Int32(0))
                while unsafe sigwait(&signals, &number) != 0 {}
                continuation.resume()
            }
        }
    }

    private static var signals: sigset_t {
        var signals = sigset_t()
        _ = unsafe sigemptyset(&signals)
        for number in [SIGTERM, SIGINT] { _ = unsafe sigaddset(&signals, number) }
        return signals
    }
}
