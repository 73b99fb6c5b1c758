import HTTPClient
import TestSupport
import Testing

@Suite("A request of the HTTP client") struct ExchangeTests {
    @Test("is a POST with the body and the fields that were given, and little else") func request() async throws {
        let client = try HTTPClient()
        let requests = try await ScriptedServer.with({ _ in .answer("200 OK") }) { server in
            _ = try await Specimen().send(to: server.url, by: client)
            return (server.requests, server.port)
        }
        let sent = try #require(requests.0.first)
        #expect(requests.0.count == 1)
        #expect(sent.line == "POST /v1/attestationData HTTP/1.1")
        #expect(
            sent.headers == [
                "host": "127.0.0.1:\(requests.1)", "accept": "*/*", "content-length": "4", "authorization": "a.b.c",
                "user-agent": "assay",
            ])
        #expect(sent.body == Array("QUJD".utf8))
    }

    @Test("is a GET with the fields alone where there is no body") func get() async throws {
        let client = try HTTPClient()
        let requests = try await ScriptedServer.with({ _ in .answer("200 OK", "keys") }) { server in
            let answer = try await Specimen(headers: ["User-Agent: assay"], body: nil).send(to: server.url, by: client)
            #expect(answer.body == Array("keys".utf8))
            return (server.requests, server.port)
        }
        let sent = try #require(requests.0.first)
        #expect(sent.line == "GET /v1/attestationData HTTP/1.1")
        #expect(sent.headers == ["host": "127.0.0.1:\(requests.1)", "accept": "*/*", "user-agent": "assay"])
    }

    @Test("may name its type, and the scheme in capitals") func type() async throws {
        let client = try HTTPClient()
        let headers = try await ScriptedServer.with({ _ in .answer("200 OK") }) { server in
            let url = server.url.replacing("http:", with: "HTTP:")
            _ = try await Specimen(headers: ["Content-Type: application/json"]).send(to: url, by: client)
            return server.requests.first?.headers ?? [:]
        }
        #expect(headers["content-type"] == "application/json")
        #expect(headers["expect"] == nil)
    }

    @Test("may have an empty body, and one of 44 KB", arguments: [0, 45_000]) func sizes(_ count: Int) async throws {
        let client = try HTTPClient()
        let body = try await ScriptedServer.with({ _ in .answer("200 OK") }) { server in
            _ = try await Specimen(body: [UInt8](repeating: 0x41, count: count)).send(to: server.url, by: client)
            return server.requests.first?.body
        }
        #expect(body == [UInt8](repeating: 0x41, count: count))
    }

    @Test("gets status, fields and body, the first of fields with one name") func answer() async throws {
        let result = try await Specimen().result(
            of: .answer(
                "429 Too Many Requests", headers: ["Retry-After: 30", "X-Other: a b ", "retry-after: 40"], "no"))
        let answer = try result.get()
        #expect(answer.status == 429)
        #expect(answer.headers == ["retry-after": "30", "x-other": "a b", "content-length": "2"])
        #expect(answer.body == Array("no".utf8))
    }

    @Test("takes any status for an answer", arguments: ["204 No Content", "401 Unauthorized", "503 Busy", "999 Odd"])
    func statuses(_ status: String) async throws {
        let fields = ["WWW-Authenticate: Basic realm=\"apple\""]
        let answer = try await Specimen().result(of: .answer(status, headers: fields)).get()
        #expect(String(answer.status) == status.prefix(3))
    }

    @Test(
        "ends with the head of a 304 although the connection stays open and a length is said",
        arguments: [[], ["Content-Length: 500"]])
    func notModified(_ fields: [String]) async throws {
        let head = ScriptedServer.Reaction.head("304 Not Modified", headers: fields)
        let answer = try await Specimen().result(of: .stay(head)).get()
        #expect(answer.status == 304)
        #expect(answer.body.isEmpty)
    }

    @Test("passes over what is sent ahead of the answer", arguments: ["100 Continue", "103 Early Hints"])
    func informational(_ status: String) async throws {
        let ahead = ScriptedServer.Reaction.head(status, headers: ["Retry-After: 9"])
        let head = ScriptedServer.Reaction.head("200 OK", headers: ["Content-Length: 1"])
        let answer = try await Specimen().result(of: .stay(ahead + head + [0x41])).get()
        #expect(answer == ClientAnswer(status: 200, headers: ["content-length": "1"], body: [0x41]))
    }

    @Test(
        "does not follow redirects",
        arguments: ["301 Moved", "302 Found", "303 Other", "307 Temporary", "308 Permanent"])
    func redirects(_ status: String) async throws {
        let client = try HTTPClient()
        let count = try await ScriptedServer.with({ request in
            .answer(status, headers: ["Location: /elsewhere"], "moved")
        }) { server in
            let answer = try await Specimen().send(to: server.url, by: client)
            #expect(String(answer.status) == status.prefix(3))
            return server.requests.count
        }
        #expect(count == 1)
    }

    @Test("brings no cookie back") func cookies() async throws {
        let client = try HTTPClient()
        try await ScriptedServer.with({ _ in .answer("200 OK", headers: ["Set-Cookie: a=b; Path=/"]) }) { server in
            for _ in 0..<2 { _ = try await Specimen().send(to: server.url, by: client) }
            #expect(server.requests.map { $0.headers["cookie"] } == [nil, nil])
        }
    }

    @Test("may be one of many at once") func many() async throws {
        let client = try HTTPClient()
        try await ScriptedServer.with({ .answer("200 OK", $0.body) }) { server in
            let bodies = try await atOnce(40) { number in
                try await Specimen(body: Array("\(number)".utf8)).send(to: server.url, by: client).body
            }
            #expect(Set(bodies) == Set((0..<40).map { Array("\($0)".utf8) }))
        }
    }
}
