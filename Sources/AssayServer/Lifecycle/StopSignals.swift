private import Dispatch
private import Glibc

/// Waiting for the operator or the system to end the process.
package enum StopSignals {
    /// Returns at the first SIGTERM or SIGINT. From the call on neither ends the process by itself.
    package static func wait() async {
        let signals = [SIGTERM, SIGINT]
        for number in signals { _ = signal(number, SIG_IGN) }
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        let sources = signals.map { number in
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
        for await _ in stream { break }
        for source in sources { source.cancel() }
    }
}
