import HTTP
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("Many at once") struct ConcurrencyTests {
    @Test("are all answered, each with its own answer, while their handlers wait for one another")
    func concurrent() async throws {
        let count = 64
        let arrived = Mutex(0)
        let gate = Gate()
        try await withServer(handler: { request in
            // Nobody is let through before all are in: the server must hold that many handlers at a time.
            if arrived.withLock({
                $0 += 1; return $0 == count
            }) {
                await gate.open()
            }
            await gate.wait()
            return await RunningServer.echo(request)
        }) { running in
            let port = running.port
            let texts = try await offPool {
                let clients = try (0..<count).map { _ in try RawClient(port: port) }
                for (number, client) in clients.enumerated() {
                    client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
                }
                return try clients.map { try $0.readResponse().text }
            }
            #expect(texts == (0..<count).map { "GET /\($0) -\n" })
        }
    }

    @Test("leave the server unharmed when they go away while their handlers run")
    func disconnects() async throws {
        let count = 32
        let arrived = Mutex(0)
        let (allArrived, gate) = (Gate(), Gate())
        try await withServer(handler: { request in
            if request.target.rawPath == "/gone" {
                if arrived.withLock({
                    $0 += 1; return $0 == count
                }) {
                    await allArrived.open()
                }
                await gate.wait()
                return HTTPResponse(status: 200, body: [UInt8](repeating: 0x78, count: 1_000_000))
            }
            return await RunningServer.echo(request)
        }) { running in
            let port = running.port
            let clients = try await offPool {
                let clients = try (0..<count).map { _ in try RawClient(port: port) }
                for client in clients { client.send("GET /gone HTTP/1.1\r\nHost: a\r\n\r\n") }
                return ClientBox(clients)
            }
            await allArrived.wait()
            clients.closeAll()
            await gate.open()
            let response = try await running.exchange("GET /here HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(response.text == "GET /here -\n")
        }
    }

    @Test("wait in the queue beyond the connection limit and are served when there is room")
    func connectionLimit() async throws {
        try await withServer({ $0.connectionLimit = 2 }) { running in
            let port = running.port
            let text = try await offPool {
                let first = try RawClient(port: port)
                let second = try RawClient(port: port)
                for client in [first, second] {
                    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                    _ = try client.readResponse()
                }
                let third = try RawClient(port: port)
                third.send("GET /third HTTP/1.1\r\nHost: a\r\n\r\n")
                first.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                _ = try first.readResponse()
                return try third.readResponse().text
            }
            #expect(text == "GET /third -\n")
        }
    }

    @Test("from one address are closed beyond the limit per address")
    func perAddressLimit() async throws {
        try await withServer({ $0.connectionLimitPerAddress = 1 }) { running in
            let port = running.port
            let isClosed = try await offPool {
                let first = try RawClient(port: port)
                first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try first.readResponse()
                let isClosed = try RawClient(port: port).isClosedByPeer()
                first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try first.readResponse()
                return isClosed
            }
            #expect(isClosed)
        }
    }
}

/// Carries clients from one thread to another and lets them go when told.
final class ClientBox: @unchecked Sendable {
    private var clients: [RawClient]
    init(_ clients: [RawClient]) { self.clients = clients }
    subscript(index: Int) -> RawClient { clients[index] }
    func closeAll() { clients = [] }
}
