import HTTPServer
import TestSupport
import Testing

@Suite("The body limit") struct BodyLimitTests {
    static let limit = 1_000

    private func post(_ count: Int, fields: String = "") -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(fields)Content-Length: \(count)\r\n\r\n"
    }

    private func chunked(_ counts: [Int]) -> String {
        let chunks = counts.map { String($0, radix: 16) + "\r\n" + String(repeating: "x", count: $0) + "\r\n" }
        return "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks.joined() + "0\r\n\r\n"
    }

    private func status(of request: String) async throws -> RawResponse {
        try await withServer({ $0.maximumBodyBytes = Self.limit }) { try await $0.exchange(request) }
    }

    private func expectTooLarge(_ response: RawResponse) throws {
        #expect(response.status == 413)
        #expect(response.closes)
        #expect(
            try response.error
                == ErrorBody(code: 413, message: "The body is longer than 1000 bytes.", status: "INVALID_ARGUMENT"))
    }

    @Test("lets a body of exactly its size pass, whole or in chunks")
    func atTheLimit() async throws {
        let body = String(repeating: "x", count: Self.limit)
        #expect(try await status(of: post(Self.limit) + body).text == "POST / -\n" + body)
        #expect(try await status(of: chunked([999, 1])).text == "POST / -\n" + body)
    }

    @Test("refuses one byte more, whole or in chunks")
    func oneOver() async throws {
        try expectTooLarge(try await status(of: post(Self.limit + 1) + String(repeating: "x", count: Self.limit + 1)))
        try expectTooLarge(try await status(of: chunked([999, 2])))
        try expectTooLarge(try await status(of: chunked([1_001])))
    }

    @Test("refuses a body that is announced as far too large without reading it")
    func announced() async throws {
        try expectTooLarge(try await status(of: post(1_000_000_000)))
    }

    @Test("closes the connection of who goes on sending chunks without end")
    func endlessChunks() async throws {
        try await withServer({ $0.maximumBodyBytes = Self.limit }) { running in
            let port = running.port
            let bytes = try await offPool {
                let client = try RawClient(port: port)
                client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                let chunk = "1000\r\n" + String(repeating: "x", count: 4_096) + "\r\n"
                while client.send(chunk) {}
                return try client.readToEnd()
            }
            #expect(bytes.isEmpty)
            #expect(await running.nextObserved() == Observed(path: "/", status: 413, reason: "body_too_large"))
        }
    }

    @Test("gives leave to send a body within it")
    func continues() async throws {
        try await withServer({ $0.maximumBodyBytes = Self.limit }) { running in
            let port = running.port
            let (interim, final) = try await offPool {
                let client = try RawClient(port: port)
                client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 3\r\n\r\n")
                let interim = try client.readResponse()
                client.send("abc")
                return (interim, try client.readResponse())
            }
            #expect(interim.status == 100)
            #expect(final.text == "POST / -\nabc")
        }
    }

    @Test("gives no leave to send a larger one")
    func doesNotContinue() async throws {
        try expectTooLarge(try await status(of: post(Self.limit + 1, fields: "Expect: 100-continue\r\n")))
    }

    @Test("is not what an unknown expectation fails at")
    func unknownExpectation() async throws {
        let response = try await status(of: post(3, fields: "Expect: tea\r\n") + "abc")
        #expect(response.status == 417)
        #expect(try response.error?.message == "The expectation cannot be met.")
        #expect(response.closes)
    }
}
