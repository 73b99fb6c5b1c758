import HTTP
import HTTPServer
import TestSupport
import Testing

@Suite("An answer that waits for nothing") struct ReadyAnswerTests {
    @Test("is sent, observed once, and followed by others on the same connection") func ready() async throws {
        let running = try RunningServer(begin: { request in
            if request.target.rawPath == "/later" { return .later { await RunningServer.echo(request) } }
            return .ready(HTTPResponse(status: 202, headers: ["X-Id": request.id], body: request.body))
        })
        let port = running.port
        let responses = try await offPool {
            let client = try RawClient(port: port)
            var responses: [RawResponse] = []
            for path in ["/a", "/later", "/b"] {
                client.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi")
                responses.append(try client.readResponse())
            }
            return responses
        }
        await running.server.stop()
        #expect(responses.map(\.status) == [202, 200, 202])
        #expect(responses.map(\.text) == ["hi", "POST /later -\nhi", "hi"])
        #expect(responses[2].headers["x-id"] == "request-3")
        #expect(
            running.observed == [
                Observed(path: "/a", status: 202, reason: nil), Observed(path: "/later", status: 200, reason: nil),
                Observed(path: "/b", status: 202, reason: nil),
            ])
    }

    @Test("leaves framing and the date to the server, and takes every other field as it is") func fields() async throws
    {
        let headers: HTTPHeaders = [
            "Content-Length": "7", "DATE": "never", "transfer-encoding": "chunked", "Dated": "1",
            "X-Twice": "a", "x-twice": "b",
        ]
        let running = try RunningServer(begin: { _ in .ready(HTTPResponse(status: 200, headers: headers)) })
        let response = try await running.exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        await running.server.stop()
        #expect(response.headers["content-length"] == "0")
        #expect(response.headers["transfer-encoding"] == nil)
        #expect(response.headers["date"] != "never")
        #expect(response.headers["dated"] == "1")
    }
}
