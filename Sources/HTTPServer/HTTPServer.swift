/// An HTTP/1.1 listener on libmicrohttpd, with the strictness, the limits and the deadlines that it lacks.
///
/// It listens from the moment it exists until ``drain(deadline:)`` or ``stop()``, or until nobody holds it any more.
package final class HTTPServer: Sendable {
    /// The port it listens on, also if the system was left to choose it.
    package let port: UInt16
    private let acceptor: Acceptor
    private let connections: ConnectionRegistry

    package init(
        configuration: HTTPServerConfiguration, environment: HTTPServerEnvironment
    ) throws(HTTPServerError) {
        try Self.check(configuration)
        let listener = try ListeningSocket(host: configuration.host, port: configuration.port)
        var loops: [EventLoop] = []
        var openPipe: WakePipe?
        do throws(HTTPServerError) {
            let pipe = try WakePipe()
            openPipe = pipe
            connections = ConnectionRegistry(configuration: configuration)
            let service = ConnectionService(
                configuration: configuration, environment: environment, connections: connections,
                roomBecameFree: { pipe.wake() })
            for _ in 0..<configuration.threads {
                loops.append(try EventLoop(serving: service, configuration: configuration))
            }
            acceptor = Acceptor(listener: listener, loops: loops, service: service, pipe: pipe)
            try acceptor.start()
        } catch {
            for loop in loops { loop.stop() }
            openPipe?.close()
            listener.close()
            throw error
        }
        port = listener.port
    }

    deinit {
        acceptor.requestStop()
    }

    /// Stops gracefully: refuses new connections, answers with `Connection: close` whatever is under way, and stops when
    /// all connections are closed or the deadline has passed. Cancelling the task ends the patience too.
    package func drain(deadline: Duration) async {
        let end = ContinuousClock.now + deadline
        acceptor.beginDraining()
        while !connections.isEmpty, .now < end, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(5))
        }
        await stop()
    }

    /// Closes every connection, answered or not, and returns when no thread is left. May be called any number of times.
    package func stop() async {
        acceptor.requestStop()
        await acceptor.waitUntilStopped()
    }

    private static func check(_ configuration: HTTPServerConfiguration) throws(HTTPServerError) {
        let faults: [(Bool, String)] = [
            ((1...64).contains(configuration.threads), "threads must be 1 to 64"),
            (configuration.maximumBodyBytes >= 0, "the body limit must not be negative"),
            (
                (4_096...1_048_576).contains(configuration.maximumHeadBytes),
                "the head limit must be 4096 to 1048576 bytes"
            ),
            (configuration.queueLimit >= 1, "the queue limit must be positive"),
            ((1...1_000_000).contains(configuration.connectionLimit), "the connection limit must be 1 to 1000000"),
            (configuration.connectionLimitPerAddress >= 0, "the connection limit per address must not be negative"),
            (
                configuration.idleTimeout > .zero && configuration.headDeadline > .zero
                    && configuration.bodyDeadline > .zero, "time-outs and deadlines must be longer than zero"
            ),
        ]
        if let fault = faults.first(where: { !$0.0 }) { throw .invalidConfiguration(fault.1) }
    }
}
