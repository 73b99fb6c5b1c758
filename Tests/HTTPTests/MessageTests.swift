import HTTP
import Testing

@Suite("Headers") struct HTTPHeadersTests {
    let headers: HTTPHeaders = ["Accept": "a", "X-Id": "1", "accept": "b"]

    @Test("are found whatever the case, the first of a name first")
    func lookup() {
        #expect(headers["ACCEPT"] == "a")
        #expect(headers.values(of: "Accept") == ["a", "b"])
        #expect(headers["x-id"] == "1")
        #expect(headers["x_id"] == nil)
        #expect(headers["X-I"] == nil)
    }

    @Test("keep their order and their spelling")
    func order() {
        #expect(headers.map(\.name) == ["Accept", "X-Id", "accept"])
    }

    @Test("hold one field of a name after it was set and none after it was removed")
    func setting() {
        var headers = headers
        headers["aCCept"] = "c"
        #expect(headers == ["X-Id": "1", "aCCept": "c"])
        headers["ACCEPT"] = nil
        #expect(headers == ["X-Id": "1"])
    }

    @Test("fold case in ASCII only")
    func kelvin() {
        let headers: HTTPHeaders = ["\u{212A}ey": "1"]
        #expect(headers["key"] == nil)
    }
}

@Suite("Middleware") struct MiddlewareTests {
    private func tagging(_ tag: String) -> HTTPMiddleware {
        { request, next in
            var request = request
            request.headers.append("seen", tag)
            var response = await next(request)
            response.headers.append("left", tag)
            return response
        }
    }

    @Test("sees the request from the outside in and the answer from the inside out")
    func order() async throws {
        let handler = surround(
            { HTTPResponse(status: 200, headers: HTTPHeaders($0.headers.fields)) }, with: [tagging("a"), tagging("b")])
        let response = await handler(HTTPRequest(method: "GET", target: try RequestTarget(parsing: "/"), id: "1"))
        #expect(response.headers == ["seen": "a", "seen": "b", "left": "b", "left": "a"])
    }

    @Test("may answer alone")
    func alone() async throws {
        let handler = surround({ _ in HTTPResponse(status: 200) }, with: [{ _, _ in HTTPResponse(status: 403) }])
        let response = await handler(HTTPRequest(method: "GET", target: try RequestTarget(parsing: "/"), id: "1"))
        #expect(response.status == 403)
    }
}
