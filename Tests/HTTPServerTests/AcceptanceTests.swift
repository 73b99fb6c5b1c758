import HTTP
import TestSupport
import Testing

@Suite("A request in order") struct AcceptanceTests {
    @Test(
        "reaches the handler with its raw target",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / -\n"),
            ("\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n", "GET /x -\n"),
            ("GET /a%2Fb/%3A%3a?x=%20+&&y HTTP/1.1\r\nHost: a:80\r\n\r\n", "GET /a%2Fb/%3A%3a x=%20+&&y\n"),
            ("GET /?a?b=c HTTP/1.1\r\nhOsT: [::1]:80\r\n\r\n", "GET / a?b=c\n"),
            ("GET http://host:80/p?q HTTP/1.1\r\nHost: a\r\n\r\n", "GET /p q\n"),
            ("GET / HTTP/1.0\r\n\r\n", "GET / -\n"),
            ("FROB /%zz HTTP/1.1\r\nHost: a\r\n\r\n", "FROB /%zz -\n"),
            ("GET / HTTP/1.1\r\nHost:a\r\nX-Empty:\r\nX-Tab:\t a\tb \t\r\nCookie: a=b; c=d\r\n\r\n", "GET / -\n"),
            ("GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + String(repeating: "x", count: 9_000) + "\r\n\r\n", "GET / -\n"),
            ("POST /e HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", "POST /e -\nabc"),
            ("POST /e HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", "POST /e -\n"),
            ("POST /e HTTP/1.1\r\nHost: a\r\n\r\n", "POST /e -\n"),
            (
                "POST /e HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: CHUNKED\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\nT: t\r\n\r\n",
                "POST /e -\nabc"
            ),
        ])
    func reaches(_ request: String, _ expected: String) async throws {
        try await withServer { running in
            let response = try await running.exchange(request)
            #expect(response.status == 200)
            #expect(response.text == expected)
            #expect(response.headers["x-peer"] == "127.0.0.1")
            #expect(response.headers["x-request-id"] == "request-1")
            #expect(response.headers["content-length"] == "\(expected.utf8.count)")
            #expect(response.headers["date"] != nil)
        }
    }

    @Test("carries header values without the white space around them")
    func headerValues() async throws {
        try await withServer(handler: { request in
            .init(status: 200, body: Array(request.headers.map { "\($0.name)=\($0.value);" }.joined().utf8))
        }) { running in
            let response = try await running.exchange(
                "GET /?a=b HTTP/1.1\r\nHost:a\r\nX-A:  \t b c \t\r\nx-a:\r\nCookie: d=e\r\n\r\n")
            #expect(response.text == "Host=a;X-A=b c;x-a=;Cookie=d=e;")
        }
    }

    @Test("may carry a hundred escaped names of the longest kind in its query, beside ordinary headers")
    func longQuery() async throws {
        let name =
            "projects%2Fa-project-id-of-30-characters-%2Fapps%2F1%3A123456789012%3Aios%3A0123456789abcdef01234567"
            + "%2FappAttestConfig"
        let query = Array(repeating: "names=" + name, count: 100).joined(separator: "&")
        let headers = "Host: assay.example.com\r\nUser-Agent: a client/1.0\r\nAccept: */*\r\nAccept-Encoding: gzip\r\n"
        try await withServer { running in
            let response = try await running.exchange("GET /b?\(query) HTTP/1.1\r\n\(headers)\r\n")
            #expect(response.text == "GET /b \(query)\n")
        }
    }

    @Test("by HEAD gets the head of the answer alone")
    func head() async throws {
        try await withServer { running in
            let port = running.port
            let (first, second) = try await offPool {
                let client = try RawClient(port: port)
                client.send("HEAD /h HTTP/1.1\r\nHost: a\r\n\r\nGET /g HTTP/1.1\r\nHost: a\r\n\r\n")
                return (try client.readResponse(toHead: true), try client.readResponse())
            }
            #expect(first.headers["content-length"] == "10")
            #expect(second.text == "GET /g -\n")
        }
    }

    @Test("keeps its connection for the next, also if both were sent at once")
    func pipelining() async throws {
        try await withServer { running in
            let port = running.port
            let texts = try await offPool {
                let client = try RawClient(port: port)
                let post = "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab"
                client.send(post + "GET /2 HTTP/1.1\r\nHost: a\r\n\r\n" + post)
                var texts = try (0..<3).map { _ in try client.readResponse().text }
                client.send("GET /4 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                let last = try client.readResponse()
                texts.append(last.text)
                texts.append("closed \(last.closes) \(try client.isClosedByPeer())")
                return texts
            }
            #expect(
                texts == ["POST /1 -\nab", "GET /2 -\n", "POST /1 -\nab", "GET /4 -\n", "closed true true"])
            #expect(running.observed.map(\.path) == ["/1", "/2", "/1", "/4"])
        }
    }

    @Test("is answered though the client has closed its sending side")
    func halfClosed() async throws {
        try await withServer { running in
            let port = running.port
            let response = try await offPool {
                let client = try RawClient(port: port)
                client.send("GET /half HTTP/1.1\r\nHost: a\r\n\r\n")
                client.closeSendingSide()
                return try client.readResponse()
            }
            #expect(response.text == "GET /half -\n")
        }
    }

    @Test("is not answered with a header that would split the answer")
    func responseSplitting() async throws {
        try await withServer(handler: { _ in .init(status: 200, headers: ["X-Id": "a\r\nX-Evil: b"]) }) { running in
            let port = running.port
            let bytes = try await offPool {
                let client = try RawClient(port: port)
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                return try client.readToEnd()
            }
            #expect(bytes.isEmpty)
        }
    }
}
