internal import HTTP

/// A method in the header `X-HTTP-Method-Override`, as Google's API clients send it with a POST: every PATCH where their
/// transport knows none, and a GET whose query is too long for an address, with the query in the body.
struct MethodOverride {
    private static let methods: Set<String> = ["GET", "PATCH", "DELETE"]

    /// The request with the method that is meant. One that overrides nothing, or in a way that nobody needs, is as it was.
    let request: HTTPRequest
    private let hasQueryInBody: Bool

    init(_ sent: HTTPRequest) {
        let wanted = sent.method == "POST" ? sent.headers.values(of: "X-HTTP-Method-Override") : []
        guard wanted.count == 1, let method = wanted.first, Self.methods.contains(method) else {
            (request, hasQueryInBody) = (sent, false)
            return
        }
        var meant = sent
        meant.method = method
        request = meant
        let type = sent.headers["Content-Type"]?.split(separator: ";").first?.lowercased()
        hasQueryInBody = method == "GET" && type == "application/x-www-form-urlencoded" && !sent.body.isEmpty
    }

    /// The path with the whole query. A body may have to be inflated for it, so callers are let in first.
    func target() throws(APIError) -> RequestTarget {
        guard hasQueryInBody else { return request.target }
        guard let target = request.target.adding(query: try RequestBody.read(request)) else {
            throw .invalid(.invalidQuery, "The query string cannot be decoded.")
        }
        return target
    }
}
