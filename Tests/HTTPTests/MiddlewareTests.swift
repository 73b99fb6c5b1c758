import HTTP
import Testing

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
