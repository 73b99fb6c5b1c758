import Glibc
import HTTP
import HTTPServer
import TestSupport
import Testing

@Suite("Starting and stopping") struct LifecycleTests {
    @Test("a taken port is named in the error")
    func portInUse() async throws {
        try await withServer { running in
            let error = #expect(throws: HTTPServerError.self) {
                try RunningServer(configuration: Self.configuration { $0.port = running.port })
            }
            #expect(error == .portInUse(host: "127.0.0.1", port: running.port))
            #expect(error?.description.contains("stop it or choose another port") == true)
        }
    }

    @Test(
        "an address that cannot be listened on is named in the error",
        arguments: [
            ("localhost", .invalidAddress(host: "localhost")), ("", .invalidAddress(host: "")),
            ("1.2.3", .invalidAddress(host: "1.2.3")), ("192.0.2.1", .addressNotLocal(host: "192.0.2.1")),
        ] as [(String, HTTPServerError)])
    func badAddress(_ host: String, _ expected: HTTPServerError) {
        #expect(throws: expected) { try RunningServer(configuration: Self.configuration { $0.host = host }) }
    }

    @Test("on every address of both families, IPv4 clients are named by their IPv4 address", .enabled(if: hasIPv6))
    func dualStack() async throws {
        try await withServer({ $0.host = "::" }) { running in
            let response = try await running.exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(response.headers["x-peer"] == "127.0.0.1")
        }
    }

    static let hasIPv6 = access("/proc/net/if_inet6", R_OK) == 0

    @Test("a setting that makes no sense is an error")
    func badSetting() {
        #expect(throws: HTTPServerError.invalidConfiguration("threads must be 1 to 64")) {
            try RunningServer(configuration: Self.configuration { $0.threads = 0 })
        }
    }

    @Test("draining answers what is under way, says it is the last, and refuses new connections")
    func drain() async throws {
        let (began, gate) = (Gate(), Gate())
        let configuration = Self.configuration { $0.host = "127.0.0.4" }
        let running = try RunningServer(
            configuration: configuration,
            handler: { request in
                await began.open()
                await gate.wait()
                return await RunningServer.echo(request)
            })
        let port = running.port
        async let answer = offPool {
            // Two idle connections beside the busy one must not hold up the end.
            let idle = try RawClient(port: port, host: "127.0.0.4")
            let client = try RawClient(port: port, host: "127.0.0.4")
            client.send("GET /last HTTP/1.1\r\nHost: a\r\n\r\n")
            let response = try client.readResponse()
            return (response, try client.isClosedByPeer(), try idle.isClosedByPeer())
        }
        await began.wait()
        async let drained: Void = running.server.drain(deadline: .seconds(30))
        try await offPool {
            // The listening socket is closed soon after the call; until then the system still accepts.
            while (try? RawClient(port: port, host: "127.0.0.4")) != nil { sched_yield() }
        }
        await gate.open()
        let (response, isClosed, idleIsClosed) = try await answer
        await drained
        #expect(response.text == "GET /last -\n")
        #expect(response.closes)
        #expect(isClosed)
        #expect(idleIsClosed)
    }

    @Test("draining gives up on handlers at its deadline and cancels them")
    func drainDeadline() async throws {
        let (began, cancelled) = (Gate(), Gate())
        let running = try RunningServer(handler: { _ in
            await began.open()
            while !Task.isCancelled { await Task.yield() }
            await cancelled.open()
            return HTTPResponse(status: 200)
        })
        let port = running.port
        async let isClosed = offPool {
            let client = try RawClient(port: port)
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            return try client.isClosedByPeer()
        }
        await began.wait()
        await running.server.drain(deadline: .milliseconds(50))
        #expect(try await isClosed)
        await cancelled.wait()
    }

    @Test("stopping may be asked for again and again")
    func stopTwice() async throws {
        let running = try RunningServer(configuration: Self.configuration { $0.host = "127.0.0.3" })
        async let one: Void = running.server.stop()
        async let two: Void = running.server.drain(deadline: .seconds(1))
        _ = await (one, two)
        await running.server.stop()
        #expect(throws: RawClientError.connect(ECONNREFUSED)) {
            _ = try RawClient(port: running.port, host: "127.0.0.3")
        }
    }

    @Test("the port is free again after stopping")
    func restart() async throws {
        let port = try await withServer({ $0.host = "127.0.0.2" }) { running in
            _ = try await running.exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            return running.port
        }
        try await withServer({ ($0.host, $0.port) = ("127.0.0.2", port) }) { running in
            let response = try await running.exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(response.status == 200)
        }
    }

    private static func configuration(_ change: (inout HTTPServerConfiguration) -> Void) -> HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        change(&configuration)
        return configuration
    }
}
