import HTTP
import HTTPServer
import TestSupport
import Testing

@Suite("The absolute deadlines") struct DeadlineTests {
    static let patience: Duration = .seconds(20)

    @Test("close the connection of who trickles a head, and the log hears of it")
    func trickledHead() async throws {
        try await withServer({ $0.headDeadline = .milliseconds(400) }) { running in
            let port = running.port
            let (time, isClosed) = try await offPool {
                let client = try RawClient(port: port)
                client.send("GET /slow HTTP/1.1\r\nHost: a\r\nX-Id: ")
                let time = client.trickle(
                    String(repeating: "x", count: 1_000), every: .milliseconds(50), limit: Self.patience)
                return (time, try client.isClosedByPeer())
            }
            #expect(isClosed)
            #expect(time > .milliseconds(300) && time < Self.patience)
            #expect(await running.nextObserved() == Observed(path: "/slow", status: 408, reason: "head_timeout"))
        }
    }

    @Test("close the connection of who trickles the request line")
    func trickledRequestLine() async throws {
        try await withServer({ $0.headDeadline = .milliseconds(300) }) { running in
            let port = running.port
            let isClosed = try await offPool {
                let client = try RawClient(port: port)
                _ = client.trickle(String(repeating: "G", count: 1_000), every: .milliseconds(50), limit: Self.patience)
                return try client.isClosedByPeer()
            }
            #expect(isClosed)
        }
    }

    @Test("close the connection of who trickles a body, and the log hears of it")
    func trickledBody() async throws {
        try await withServer({ $0.bodyDeadline = .milliseconds(400) }) { running in
            let port = running.port
            let (time, isClosed) = try await offPool {
                let client = try RawClient(port: port)
                client.send("POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
                let time = client.trickle(
                    String(repeating: "x", count: 1_000), every: .milliseconds(50), limit: Self.patience)
                return (time, try client.isClosedByPeer())
            }
            #expect(isClosed)
            #expect(time > .milliseconds(300) && time < Self.patience)
            #expect(await running.nextObserved() == Observed(path: "/slow", status: 408, reason: "body_timeout"))
        }
    }

    @Test("close a connection that was kept open and asks nothing more, which is no refusal")
    func idleKeepAlive() async throws {
        try await withServer({ $0.headDeadline = .milliseconds(300) }) { running in
            let port = running.port
            let isClosed = try await offPool {
                let client = try RawClient(port: port)
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try client.readResponse()
                return try client.isClosedByPeer()
            }
            #expect(isClosed)
            #expect(running.observed.count == 1)
        }
    }

    @Test("close the connection of who asks for a long answer and does not take it")
    func slowReader() async throws {
        let handler: HTTPHandler = { _ in HTTPResponse(status: 200, body: [UInt8](repeating: 0x78, count: 32_000_000)) }
        try await withServer({ $0.bodyDeadline = .milliseconds(300) }, handler: handler) { running in
            let port = running.port
            let client = try await offPool {
                let client = try RawClient(port: port)
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                return ClientBox([client])
            }
            _ = await running.nextObserved()
            let start = ContinuousClock.now
            await running.server.drain(deadline: .seconds(60))
            #expect(.now - start < .seconds(30))
            client.closeAll()
        }
    }

    @Test("leave alone who waits for a handler that takes longer")
    func slowHandler() async throws {
        let handler: HTTPHandler = { request in
            // Longer than both deadlines; it is the passing of time itself that is under test.
            try? await Task.sleep(for: .milliseconds(700))
            return await RunningServer.echo(request)
        }
        try await withServer(
            {
                ($0.headDeadline, $0.bodyDeadline) = (.milliseconds(200), .milliseconds(200))
            }, handler: handler
        ) { running in
            let response = try await running.exchange("GET /late HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(response.text == "GET /late -\n")
        }
    }
}
