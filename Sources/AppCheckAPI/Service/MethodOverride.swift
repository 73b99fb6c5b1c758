internal import HTTP

/// A method in the header `X-HTTP-Method-Override`, as Google's API clients send it with a POST: every PATCH where their
/// transport knows none, and a GET whose query is too long for an address, with the query in the body.
enum MethodOverride {
    private static let methods: Set<String> = ["GET", "PATCH", "DELETE"]

    /// The request that is meant. One that overrides nothing, or in a way that nobody needs, is as it was.
    static func resolve(_ request: HTTPRequest) -> HTTPRequest {
        let wanted = request.headers.values(of: "X-HTTP-Method-Override")
        guard request.method == "POST", wanted.count == 1, let method = wanted.first, methods.contains(method) else {
            return request
        }
        var meant = request
        meant.method = method
        guard method == "GET" else { return meant }
        let type = request.headers["Content-Type"]?.split(separator: ";").first?.lowercased()
        if type == "application/x-www-form-urlencoded", !request.body.isEmpty {
            guard let target = request.target.adding(query: request.body) else { return request }
            (meant.target, meant.body) = (target, [])
        }
        return meant
    }
}
