import HTTP
import HTTPServer
import Synchronization
import TestSupport

/// One line of what the server's observer was told.
struct Observed: Sendable, Equatable {
    let path: String
    let status: Int
    let reason: String?
}

/// A server on a port of the system's choice, with everything it reported.
final class RunningServer: Sendable {
    let server: HTTPServer
    private let log: Log

    /// Keeps what was observed and wakes who waits for it.
    private final class Log: Sendable {
        let lines = Mutex<[Observed]>([])
        let stream: AsyncStream<Observed>
        let continuation: AsyncStream<Observed>.Continuation
        private let number = Atomic(0)
        init() { (stream, continuation) = AsyncStream.makeStream() }
        let (heads, headWasRead) = AsyncStream<Void>.makeStream()

        func nextNumber() -> Int {
            headWasRead.yield()
            return number.add(1, ordering: .relaxed).newValue
        }
    }

    var port: UInt16 { server.port }
    /// Tests that need a port to stay unused after they gave it up take an address that no other test takes.
    private let host: String
    var observed: [Observed] { log.lines.withLock { $0 } }

    convenience init(
        configuration: HTTPServerConfiguration = .init(), handler: @escaping HTTPHandler = RunningServer.echo
    ) throws {
        try self.init(configuration: configuration, begin: { request in .later { await handler(request) } })
    }

    init(
        configuration: HTTPServerConfiguration = .init(), begin: @escaping @Sendable (HTTPRequest) -> HTTPAnswer
    ) throws {
        let log = Log()
        self.log = log
        host = configuration.host == "::" ? "127.0.0.1" : configuration.host
        server = try HTTPServer(
            configuration: configuration,
            environment: HTTPServerEnvironment(
                requestID: { "request-\(log.nextNumber())" },
                refusal: Self.render,
                observer: { request, response, _ in
                    let line = Observed(
                        path: request.target.rawPath, status: response.status, reason: response.annotations.reason)
                    log.lines.withLock { $0.append(line) }
                    log.continuation.yield(line)
                },
                begin: begin))
    }

    /// Returns once another head is read.
    func nextRequest() async { for await _ in log.heads { return } }

    /// The next line the observer is told, as soon as it is.
    func nextObserved() async -> Observed? {
        var iterator = log.stream.makeAsyncIterator()
        return await iterator.next()
    }

    /// Answers with the method, the target, the id and the body.
    static let echo: HTTPHandler = { request in
        let head = "\(request.method) \(request.target.rawPath) \(request.target.rawQuery ?? "-")\n"
        return HTTPResponse(
            status: 200,
            headers: ["Content-Type": "text/plain", "X-Request-Id": request.id, "X-Peer": request.peerAddress ?? "-"],
            body: Array(head.utf8) + request.body)
    }

    /// The error shape of the wire contract, section 7.
    static let render: @Sendable (HTTPRefusal) -> HTTPResponse = { refusal in
        let message =
            switch refusal {
            case .malformed(let detail): detail.replacing("\"", with: "'")
            case .bodyTooLarge(let limit): "The body is longer than \(limit) bytes."
            case .expectationFailed: "The expectation cannot be met."
            case .headTimeout: "The head came too slowly."
            case .bodyTimeout: "The body came too slowly."
            }
        let body = "{\"error\":{\"code\":\(refusal.status),\"message\":\"\(message)\",\"status\":\"INVALID_ARGUMENT\"}}"
        return HTTPResponse(
            status: refusal.status, headers: ["Content-Type": "application/json; charset=UTF-8"], body: Array(body.utf8)
        )
    }

    /// One connection, one text sent, and everything that came back until the server closed or answered.
    func exchange(_ text: String, toHead: Bool = false) async throws -> RawResponse {
        let (port, host) = (port, host)
        return try await offPool {
            let client = try RawClient(port: port, host: host)
            client.send(text)
            return try client.readResponse(toHead: toHead)
        }
    }
}

/// Starts a server for one test and stops it afterwards.
func withServer<Result>(
    _ configure: (inout HTTPServerConfiguration) -> Void = { _ in },
    handler: @escaping HTTPHandler = RunningServer.echo,
    _ body: (RunningServer) async throws -> Result
) async throws -> Result {
    var configuration = HTTPServerConfiguration()
    configure(&configuration)
    let running = try RunningServer(configuration: configuration, handler: handler)
    do {
        let result = try await body(running)
        await running.server.stop()
        return result
    } catch {
        await running.server.stop()
        throw error
    }
}

/// Opens once; whoever waits before that is let through then.
actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        guard !isOpen else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}
