import Dispatch
import HTTP
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("While as many requests as may wait for a processor do") struct IntakeTests {
    /// Keeps a thread busy with whatever asks for `/busy`, and takes down what is worked on.
    private final class Work: Sendable {
        let paths = Mutex<[String]>([])
        private let isOver = DispatchSemaphore(value: 0)
        private let (begun, hasBegun) = AsyncStream<Void>.makeStream()

        func handle(_ request: HTTPRequest) -> HTTPAnswer {
            if request.target.rawPath == "/ready" { return .ready(HTTPResponse(status: 200, body: request.body)) }
            return .later { [self] in
                paths.withLock { $0.append(request.target.rawPath) }
                if request.target.rawPath == "/busy" { hold() }
                return await RunningServer.echo(request)
            }
        }

        private func hold() {
            hasBegun.yield()
            isOver.wait()
        }

        func isBusy() async { for await _ in begun { return } }
        func end() { isOver.signal() }
    }

    private static func running(
        _ work: Work, _ configure: (inout HTTPServerConfiguration) -> Void = { _ in }
    ) throws -> RunningServer {
        var configuration = HTTPServerConfiguration()
        (configuration.queueLimit, configuration.threads) = (1, 1)
        configure(&configuration)
        return try RunningServer(configuration: configuration, begin: work.handle)
    }

    private static let body = String(repeating: "x", count: 1_000)
    private static func head(_ path: String) -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n"
    }

    /// A client that has sent the head of a request which the server has read, and perhaps its body.
    private static func client(
        of running: RunningServer, asking path: String, sending body: String = body
    ) async throws -> ClientBox {
        let port = running.port
        let box = try await offPool {
            let client = try RawClient(port: port)
            client.send(head(path) + body)
            return ClientBox([client])
        }
        await running.nextRequest()
        return box
    }

    /// Returns once the server, which has one loop, is through with every head it read before.
    private static func settled(_ running: RunningServer) async throws {
        let port = running.port
        _ = try await offPool {
            let client = try RawClient(port: port)
            client.send("POST /ready HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi")
            return try client.readResponse().status
        }
    }

    @Test("others wait with their heads read, come on in their order, and are not held up by one that is gone")
    func order() async throws {
        let work = Work()
        let running = try Self.running(work) { $0.queueLimit = 2 }
        var busy: [ClientBox] = []
        for _ in 0..<2 {
            busy.append(try await Self.client(of: running, asking: "/busy"))
            await work.isBusy()
        }
        var waiting: [ClientBox] = []
        for path in ["/first", "/second", "/gone", "/third"] {
            waiting.append(
                try await Self.client(of: running, asking: path, sending: path == "/gone" ? "" : Self.body))
        }
        waiting.remove(at: 2).closeAll()
        try await Self.settled(running)
        let others = waiting
        #expect(work.paths.withLock { $0 } == ["/busy", "/busy"])
        work.end()
        var answers = try await offPool { try others[0...1].map { try $0[0].readResponse().status } }
        work.end()
        answers += try await offPool { [try others[2][0].readResponse().status] }
        answers += try await offPool { [busy] in try busy.map { try $0[0].readResponse().status } }
        await running.server.stop()
        #expect(answers == [200, 200, 200, 200, 200])
        #expect(work.paths.withLock { $0 } == ["/busy", "/busy", "/first", "/second", "/third"])
    }

    /// How a request of `size` bytes is sent whose head is read while others wait.
    enum Sending: CaseIterable {
        case atOnce, whileItWaits, afterItCameOn, onDemand, onDemandUnasked, ofGET, inPipeline, chunked

        var head: String {
            let length = self == .chunked ? "Transfer-Encoding: chunked" : "Content-Length: \(size)"
            let expectation = self == .onDemand || self == .onDemandUnasked ? "Expect: 100-continue\r\n" : ""
            return "\(self == .ofGET ? "GET" : "POST") /waiting HTTP/1.1\r\nHost: a\r\n\(length)\r\n\(expectation)\r\n"
        }

        /// More than the library's buffer has room for, so that it comes in pieces; or little.
        var size: Int { self == .atOnce || self == .onDemand ? 60_000 : 1_000 }
        var body: String {
            let text = (0..<size).map { String($0 % 10) }.joined()
            return self == .chunked ? "\(String(size, radix: 16))\r\n\(text)\r\n0\r\n\r\n" : text
        }
    }

    @Test("a request that waited has the whole of its body, however it was sent", arguments: Sending.allCases)
    func whole(_ sending: Sending) async throws {
        let work = Work()
        let running = try Self.running(work)
        let busy = try await Self.client(of: running, asking: "/busy")
        await work.isBusy()
        let port = running.port
        let waiting = try await offPool {
            let client = try RawClient(port: port)
            client.send(sending.head)
            if [.atOnce, .onDemandUnasked, .ofGET, .inPipeline, .chunked].contains(sending) {
                client.send(sending.body)
            }
            if sending == .inPipeline { client.send(sending.head + sending.body + sending.head + sending.body) }
            return ClientBox([client])
        }
        await running.nextRequest()
        try await Self.settled(running)
        if sending == .whileItWaits { waiting[0].send(sending.body) }
        work.end()
        let answers = try await offPool {
            _ = try busy[0].readResponse()
            if sending == .afterItCameOn { waiting[0].send(sending.body) }
            if sending == .onDemand {
                #expect(try waiting[0].readResponse().status == 100)
                waiting[0].send(sending.body)
            }
            var answers: [RawResponse] = []
            for _ in 0..<(sending == .inPipeline ? 3 : 1) {
                var answer = try waiting[0].readResponse()
                // To one that sent it without being asked.
                if answer.status == 100 { answer = try waiting[0].readResponse() }
                answers.append(answer)
            }
            // The connection is good for another request.
            waiting[0].send("GET /again HTTP/1.1\r\nHost: a\r\n\r\n")
            answers.append(try waiting[0].readResponse())
            return answers
        }
        await running.server.stop()
        let text = (0..<sending.size).map { String($0 % 10) }.joined()
        let expected = "\(sending == .ofGET ? "GET" : "POST") /waiting -\n\(text)"
        for answer in answers.prefix(sending == .inPipeline ? 3 : 1) {
            #expect(answer.status == 200)
            #expect(answer.text == expected)
        }
        #expect(answers.last?.text == "GET /again -\n")
    }

    @Test("the time for a body does not run, and small requests are answered") func deadline() async throws {
        let work = Work()
        let running = try Self.running(work) {
            ($0.bodyDeadline, $0.headDeadline) = (.milliseconds(300), .milliseconds(900))
        }
        let busy = try await Self.client(of: running, asking: "/busy")
        await work.isBusy()
        let waiting = try await Self.client(of: running, asking: "/waiting", sending: "")
        try await Self.settled(running)
        let port = running.port
        let (ready, isClosed) = try await offPool {
            let client = try RawClient(port: port)
            client.send("POST /ready HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi")
            let ready = try client.readResponse().text
            // Its connection is closed after three times as long as a body may take.
            return (ready, try client.isClosedByPeer())
        }
        work.end()
        let answers = try await offPool {
            waiting[0].send(Self.body)
            return try [busy, waiting].map { try $0[0].readResponse().status }
        }
        await running.server.stop()
        #expect(ready == "hi")
        #expect(isClosed)
        #expect(answers == [200, 200])
    }

    @Test("one that came on has as much time for its body as any other") func lateDeadline() async throws {
        let work = Work()
        let running = try Self.running(work) { $0.bodyDeadline = .milliseconds(200) }
        let busy = try await Self.client(of: running, asking: "/busy")
        await work.isBusy()
        let waiting = try await Self.client(of: running, asking: "/waiting", sending: "")
        try await Self.settled(running)
        work.end()
        let isClosed = try await offPool {
            _ = try busy[0].readResponse()
            return try waiting[0].isClosedByPeer()
        }
        await running.server.stop()
        #expect(isClosed)
        #expect(running.observed.last?.reason == HTTPRefusal.bodyTimeout.reason)
        #expect(work.paths.withLock { $0 } == ["/busy"])
    }

    @Test("a server stops, and those that wait get no answer") func stop() async throws {
        let work = Work()
        let running = try Self.running(work)
        let busy = try await Self.client(of: running, asking: "/busy")
        await work.isBusy()
        let waiting = try await Self.client(of: running, asking: "/waiting")
        try await Self.settled(running)
        await running.server.stop()
        work.end()
        let areClosed = try await offPool { try [busy, waiting].map { try $0[0].isClosedByPeer() } }
        #expect(areClosed == [true, true])
        #expect(work.paths.withLock { $0 } == ["/busy"])
    }
}
