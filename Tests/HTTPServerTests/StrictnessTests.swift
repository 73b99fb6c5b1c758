import HTTPServer
import TestSupport
import Testing

@Suite("A head that two readers could understand differently") struct StrictnessTests {
    /// A head that is in order but for the one thing under test.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let head: String
        let message: String
    }

    static let faults = [
        Fault(
            testDescription: "two equal Content-Length headers",
            head: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nab",
            message: "There is more than one Content-Length header."),
        Fault(
            testDescription: "two different Content-Length headers",
            head: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\ncontent-length: 0\r\n\r\nab",
            message: "There is more than one Content-Length header."),
        Fault(
            testDescription: "Content-Length with Transfer-Encoding",
            head: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            message: "There are both Content-Length and Transfer-Encoding."),
        Fault(
            testDescription: "another transfer coding",
            head: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            message: "Transfer-Encoding is not exactly 'chunked'."),
        Fault(
            testDescription: "a transfer coding with a space behind it",
            head: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked \r\n\r\n0\r\n\r\n",
            message: "Transfer-Encoding is not exactly 'chunked'."),
        Fault(
            testDescription: "two Transfer-Encoding headers",
            head: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n",
            message: "Transfer-Encoding is not exactly 'chunked'."),
        Fault(
            testDescription: "chunks in HTTP/1.0",
            head: "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            message: "Transfer-Encoding is not exactly 'chunked'."),
        Fault(
            testDescription: "a space before the colon", head: "GET / HTTP/1.1\r\nHost: a\r\nX-Id : 1\r\n\r\n",
            message: "A header name is not a token."),
        Fault(
            testDescription: "a tab before the colon of Host", head: "GET / HTTP/1.1\r\nHost\t: a\r\n\r\n",
            message: "A header name is not a token."),
        Fault(
            testDescription: "a name with a parenthesis", head: "GET / HTTP/1.1\r\nHost: a\r\nX(Id): 1\r\n\r\n",
            message: "A header name is not a token."),
        Fault(
            testDescription: "an empty name, which the library takes for the end of the head",
            head: "POST / HTTP/1.1\r\nHost: a\r\n: 1\r\nContent-Length: 2\r\n\r\nab", message: layout),
        Fault(
            testDescription: "a control character in a value",
            head: "GET / HTTP/1.1\r\nHost: a\r\nX-Id: a\u{1}b\r\n\r\n",
            message: "A header value holds a control character."),
        Fault(
            testDescription: "a lone carriage return in a value",
            head: "GET / HTTP/1.1\r\nHost: a\r\nX-Id: a\rContent-Length: 5\r\n\r\n",
            message: "A header value holds a control character."),
        Fault(
            testDescription: "a DEL in a value", head: "GET / HTTP/1.1\r\nHost: a\r\nX-Id: \u{7F}\r\n\r\n",
            message: "A header value holds a control character."),
        Fault(
            testDescription: "no Host", head: "GET / HTTP/1.1\r\nAccept: a\r\n\r\n",
            message: "There is no Host header."),
        Fault(
            testDescription: "no header at all", head: "GET / HTTP/1.1\r\n\r\n", message: "There is no Host header."),
        Fault(
            testDescription: "two Hosts", head: "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
            message: "There is more than one Host header."),
        Fault(
            testDescription: "an empty Host", head: "GET / HTTP/1.1\r\nHost:\r\n\r\n",
            message: "The Host header does not name a host."),
        Fault(
            testDescription: "a Host with a path", head: "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
            message: "The Host header does not name a host."),
        Fault(
            testDescription: "a value folded over two lines",
            head: "GET / HTTP/1.1\r\nHost: a\r\nX-Id: 1\r\n 2\r\nAccept: b\r\n\r\n", message: layout),
        Fault(
            testDescription: "a fold in the last header", head: "GET / HTTP/1.1\r\nHost: a\r\n\tb\r\n\r\n",
            message: layout),
        Fault(
            testDescription: "a line ended by a bare line feed", head: "GET / HTTP/1.1\r\nHost: a\nX-Id: 1\r\n\r\n",
            message: layout),
        Fault(
            testDescription: "a request line ended by a bare line feed", head: "GET / HTTP/1.1\nHost: a\r\n\r\n",
            message: layout),
        Fault(
            testDescription: "a head ended by a bare line feed", head: "GET / HTTP/1.1\r\nHost: a\r\n\n",
            message: layout),
        Fault(
            testDescription: "a zero byte in a value", head: "GET / HTTP/1.1\r\nHost: a\r\nX-Id: 1\u{0}2\r\n\r\n",
            message: layout),
        Fault(
            testDescription: "a zero byte in the target", head: "GET /a\u{0}b HTTP/1.1\r\nHost: a\r\n\r\n",
            message: layout),
        Fault(
            testDescription: "two spaces before the target", head: "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
            message: layout),
        Fault(
            testDescription: "two spaces after the target", head: "GET /  HTTP/1.1\r\nHost: a\r\n\r\n",
            message: "The request target is neither a path nor an http URL."),
        Fault(
            testDescription: "a space in the target", head: "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
            message: "The request target is neither a path nor an http URL."),
        Fault(
            testDescription: "an asterisk as target", head: "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
            message: "The request target is neither a path nor an http URL."),
        Fault(
            testDescription: "a host and port as target", head: "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n",
            message: "The request target is neither a path nor an http URL."),
        Fault(
            testDescription: "a method that is no token", head: "G@T / HTTP/1.1\r\nHost: a\r\n\r\n",
            message: "The method is not a token."),
        Fault(
            testDescription: "a later minor version", head: "GET / HTTP/1.2\r\nHost: a\r\n\r\n",
            message: "The version is neither HTTP/1.1 nor HTTP/1.0."),
    ]

    static let layout = "The head has a folded, wrongly ended or wrongly spaced line."

    @Test(
        "is refused in the error shape of the API, the connection is closed, and the log hears of it", arguments: faults
    )
    func refuses(_ fault: Fault) async throws {
        try await withServer { running in
            let port = running.port
            let (response, rest) = try await offPool {
                let client = try RawClient(port: port)
                // What follows must never be taken for a request.
                client.send(fault.head + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
                let response = try client.readResponse()
                return (response, try client.readToEnd())
            }
            #expect(response.status == 400)
            #expect(try response.error == ErrorBody(code: 400, message: fault.message, status: "INVALID_ARGUMENT"))
            #expect(response.headers["content-type"] == "application/json; charset=UTF-8")
            #expect(response.closes)
            #expect(rest.isEmpty)
            #expect(running.observed.map(\.reason) == ["malformed_request"])
            #expect(running.observed.map(\.status) == [400])
        }
    }

    @Test(
        "is refused by the library itself with 400 or more, the connection is closed, and the log hears of it",
        arguments: [
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\nabcde",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5 \r\n\r\nabcde",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x5\r\n\r\nabcde",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\nabcde",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\nabcde",
            "GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nX-Id: " + String(repeating: "x", count: 40_000) + "\r\n\r\n",
        ])
    func refusedByLibrary(_ head: String) async throws {
        try await withServer { running in
            let port = running.port
            let status = try await offPool {
                let client = try RawClient(port: port)
                client.send(head)
                let status = try client.readResponse().status
                _ = try client.readToEnd()
                return status
            }
            #expect((400...431).contains(status))
            #expect(await running.nextObserved() == Observed(path: "/", status: status, reason: "malformed_request"))
        }
    }

    @Test("and has a line that is longer than the memory for it is refused at once")
    func targetTooLong() async throws {
        try await withServer { running in
            let port = running.port
            let status = try await offPool {
                let client = try RawClient(port: port)
                client.send("GET /?" + String(repeating: "a", count: 40_000) + " HTTP/1.1\r\nHost: a\r\n\r\n")
                return try client.readResponse().status
            }
            #expect(status == 414)
        }
    }
}

@Suite("A query") struct QueryTests {
    @Test("of two thousand parameters is read as it came, and the next request on its connection too")
    func manyParameters() async throws {
        try await withServer { running in
            let query = (1...2_000).map { "a\($0)=1" }.joined(separator: "&")
            let port = running.port
            let bodies = try await offPool {
                let client = try RawClient(port: port)
                client.send("GET /query?\(query) HTTP/1.1\r\nHost: a\r\n\r\n")
                let first = try client.readResponse()
                client.send("GET /query?b=?&c HTTP/1.1\r\nHost: a\r\n\r\n")
                return [first.body, try client.readResponse().body]
            }
            #expect(
                bodies.map { String(decoding: $0, as: UTF8.self) }
                    == ["GET /query \(query)\n", "GET /query b=?&c\n"])
        }
    }
}
