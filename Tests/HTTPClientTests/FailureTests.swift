import Foundation
import HTTPClient
import TestSupport
import Testing

@Suite("Failures of the HTTP client") struct FailureTests {
    @Test(
        "are those of answers that are none",
        arguments: [
            ("nothing", .send([])),
            ("another protocol", .send(Array("SSH-2.0-x\r\n".utf8))),
            ("a first line alone", .send(Array("HTTP/1.1 304 Not Modified\r\n".utf8))),
            ("a first head alone", .send(ScriptedServer.Reaction.head("103 Early Hints"))),
            ("half a head", .send(Array("HTTP/1.1 200 OK\r\nContent-".utf8))),
            ("half a body", .send(ScriptedServer.Reaction.head("200 OK", headers: ["Content-Length: 9"]) + [0x41])),
            (
                "half a chunk",
                .send(
                    ScriptedServer.Reaction.head("200 OK", headers: ["Transfer-Encoding: chunked"])
                        + Array("9\r\nA".utf8))
            ),
        ] as [(String, ScriptedServer.Reaction)])
    func broken(_ what: String, _ reaction: ScriptedServer.Reaction) async throws {
        #expect(connectionWords(try await Specimen().result(of: reaction)) != nil, "\(what)")
    }

    @Test("say that there is no connection, and nothing of the request") func refused() async throws {
        let client = try HTTPClient()
        let port = try await ScriptedServer.with({ _ in .send([]) }) { $0.port }
        let result = await Specimen().result(from: "http://127.0.0.1:\(port)/v1/secret?a=secret", by: client)
        #expect(connectionWords(result) == "Couldn't connect to server")
    }

    @Test(
        "are those of addresses of other kinds", arguments: ["file:///etc/hostname", "ftp://127.0.0.1/", "", "nothing"])
    func schemes(_ url: String) async throws {
        let client = try HTTPClient()
        let result = await Specimen(deadline: .seconds(5)).result(from: url, by: client)
        #expect(connectionWords(result) != nil)
    }

    @Test("are those of servers that speak no TLS where it was asked for") func plain() async throws {
        let client = try HTTPClient()
        try await ScriptedServer.with({ _ in .answer("200 OK") }) { server in
            // The greeting is no request to the server, which waits for the rest of one.
            let result = await Specimen(deadline: .milliseconds(300)).result(
                from: "https://127.0.0.1:\(server.port)/", by: client)
            #expect(result == .failure(.deadline))
            #expect(server.requests.isEmpty)
        }
    }

    @Test("are those of servers that nobody vouches for, which learn nothing of the request") func untrusted()
        async throws
    {
        let client = try HTTPClient()
        let server = try await UntrustedServer.start()
        let result = await Specimen().result(from: "https://127.0.0.1:\(server.port)/", by: client)
        #expect(connectionWords(result) == "SSL peer certificate or SSH remote key was not OK")
        #expect(try await server.receivedBytes() == 0)
    }

    @Test("are those of tasks that were cancelled, at once") func cancelled() async throws {
        let client = try HTTPClient()
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        try await ScriptedServer.with({ _ in
            arrived.yield()
            return .stay([])
        }) { server in
            let url = server.url
            let task = Task { await Specimen().result(from: url, by: client) }
            var iterator = arrivals.makeAsyncIterator()
            await iterator.next()
            let start = ContinuousClock.now
            task.cancel()
            #expect(await task.value == .failure(.cancelled))
            // The client closes its connection, which otherwise the deadline would do.
            await server.connectionsEnded()
            #expect(ContinuousClock.now - start < .seconds(10))
        }
    }

    @Test("are those of tasks that were cancelled before they asked, and nothing is sent then") func neverSent()
        async throws
    {
        let client = try HTTPClient()
        try await ScriptedServer.with({ _ in .answer("200 OK") }) { server in
            let url = server.url
            let (gates, gate) = AsyncStream<Void>.makeStream()
            let task = Task {
                // Ends early when the task is cancelled.
                for await _ in gates {}
                return await Specimen().result(from: url, by: client)
            }
            task.cancel()
            gate.finish()
            #expect(await task.value == .failure(.cancelled))
            // Another request goes the same way behind it.
            _ = try await Specimen().send(to: url, by: client)
            #expect(server.requests.count == 1)
        }
    }
}
