/// An answer that is ready to be sent whole. The server adds `Content-Length`, `Date` and, where needed, `Connection`.
package struct HTTPResponse: Sendable, Equatable {
    /// 200 to 599; interim answers are the server's own business.
    package var status: Int
    package var headers: HTTPHeaders
    package var body: [UInt8]
    /// Never sent to the client.
    package var annotations: ResponseAnnotations

    package init(
        status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], annotations: ResponseAnnotations = .init()
    ) {
        (self.status, self.headers, self.body, self.annotations) = (status, headers, body, annotations)
    }
}

/// What the log line and the counters want to know about an answer, beside what the client sees of it.
package struct ResponseAnnotations: Sendable, Equatable {
    /// The template of the route, which unlike the path is one of a few known texts.
    package var route: String?
    /// Why the request was refused, as one of a closed set of words.
    package var reason: String?
    /// More about it, for the operator only.
    package var detail: String?

    package init(route: String? = nil, reason: String? = nil, detail: String? = nil) {
        (self.route, self.reason, self.detail) = (route, reason, detail)
    }
}
