private import Dispatch
private import Glibc

/// What ends the process: the operator or the system, and nothing else.
package enum StopSignals {
    /// Lets the process outlive the readers of its output. A log shipper that is restarted would otherwise end the server
    /// with the next line.
    package static func ignoreLostReaders() { _ = signal(SIGPIPE, SIG_IGN) }

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
