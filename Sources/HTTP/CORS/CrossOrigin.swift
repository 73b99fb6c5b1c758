internal import Encodings

/// Which web pages of other origins may call the server from a browser, and what browsers are told about it (the Fetch
/// standard, section "CORS protocol"). Cookies and the like are never let through: the server knows none.
package struct CrossOrigin: Sendable, Equatable {
    /// Whose pages may call.
    package enum Origins: Sendable, Equatable {
        case any
        /// None at all if the list is empty.
        case listed([WebOrigin])
    }

    package let origins: Origins

    package init(_ origins: Origins) { self.origins = origins }

    private static let requestFields = [
        "Content-Type", "X-Firebase-Client", "X-Firebase-GMPID", "X-Goog-Api-Key", "X-Ios-Bundle-Identifier",
        "X-Client-Version",
    ]
    /// Seconds that browsers may remember the answer to a preflight.
    private static let preflightLifetime = 3_600

    /// Whether a request asks, on behalf of a page, if another one may be sent.
    package static func isPreflight(_ request: HTTPRequest) -> Bool {
        request.method.isExactly("OPTIONS") && request.headers["Origin"] != nil
            && request.headers["Access-Control-Request-Method"] != nil
    }

    /// Whether any page may call.
    package var isForAny: Bool {
        switch origins {
        case .any: true
        case .listed: false
        }
    }

    /// The fields to add to the answer of a request, preflights aside. Where any page may call they are the same for
    /// every request, with an origin or without, so that caches may give one client's answer to another.
    package func headers(for request: HTTPRequest) -> HTTPHeaders {
        if isForAny { return Self.toAny }
        var headers = allowance(for: request)
        if headers["Access-Control-Allow-Origin"] != nil {
            headers.append("Access-Control-Expose-Headers", "Retry-After")
        }
        return headers
    }

    /// Where any page may call.
    package static let toAny: HTTPHeaders = [
        "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After",
    ]

    /// The answer to a preflight. It tells a page of another origin nothing, which is how browsers hear a no.
    /// - Parameter allowedMethods: what the path can be asked with.
    package func preflight(_ request: HTTPRequest, allowedMethods: [String]) -> HTTPResponse {
        var headers = allowance(for: request)
        if headers["Access-Control-Allow-Origin"] != nil {
            headers.append("Access-Control-Allow-Methods", allowedMethods.joined(separator: ", "))
            headers.append("Access-Control-Allow-Headers", Self.requestFields.joined(separator: ", "))
            headers.append("Access-Control-Max-Age", String(Self.preflightLifetime))
        }
        return HTTPResponse(status: 204, headers: headers)
    }

    private func allowance(for request: HTTPRequest) -> HTTPHeaders {
        switch origins {
        case .any:
            return ["Access-Control-Allow-Origin": "*"]
        case .listed(let listed):
            guard !listed.isEmpty else { return [:] }
            var headers: HTTPHeaders = ["Vary": "Origin"]
            let sent = request.headers.values(of: "Origin")
            // Bytes, not characters: Swift holds texts equal that differ in their bytes.
            if sent.count == 1, let origin = listed.first(where: { $0.text.utf8.elementsEqual(sent[0].utf8) }) {
                headers.append("Access-Control-Allow-Origin", origin.text)
            }
            return headers
        }
    }
}
