internal import HTTP

/// A method in the header `X-HTTP-Method-Override`, as Google's API clients send it with a POST: every PATCH where their
/// transport knows none, and a GET whose query is too long for an address, with the query in the body.
struct MethodOverride {
    private static let methods: Set<String> = ["GET", "PATCH", "DELETE"]

    /// The request with the method that is meant.
    let request: HTTPRequest
    let hasQueryInBody: Bool

    /// - Returns: nil for a request that overrides nothing, or in a way that nobody needs: it is what it says.
    init?(_ sent: HTTPRequest) {
        guard sent.method == "POST", sent.headers.has("X-HTTP-Method-Override") else { return nil }
        let wanted = sent.headers.values(of: "X-HTTP-Method-Override")
        guard wanted.count == 1, let method = wanted.first, Self.methods.contains(method) else { return nil }
        var meant = sent
        meant.method = method
        request = meant
        let type = sent.headers["Content-Type"]?.split(separator: ";").first?.lowercased()
        hasQueryInBody = method == "GET" && type == "application/x-www-form-urlencoded" && !sent.body.isEmpty
    }
}

extension HTTPRequest {
    /// The path with the whole query. A body may have to be inflated for it, so callers are let in first.
    /// - Parameter isInBody: whether the rest of the query is in the body.
    func target(withQueryInBody isInBody: Bool) throws(APIError) -> RequestTarget {
        guard isInBody else { return target }
        guard let whole = target.adding(query: try RequestBody.read(self)) else {
            throw .invalid(.invalidQuery, "The query string cannot be decoded.")
        }
        return whole
    }
}
