/// Why the server itself turned a request away before any handler saw it.
package enum HTTPRefusal: Error, Sendable, Equatable {
    /// The head breaks the rules of RFC 9110 or 9112, or leaves open where the body ends. `detail` says which rule, in
    /// words that repeat nothing of what was sent. Answered with 400.
    case malformed(detail: String)
    /// The body is, or was announced to be, longer than `limit` bytes. Answered with 413.
    case bodyTooLarge(limit: Int)
    /// An `Expect` field other than `100-continue`. Answered with 417.
    case expectationFailed
    /// The head did not arrive in time. The connection is shut without an answer.
    case headTimeout
    /// The body did not arrive in time. The connection is shut without an answer.
    case bodyTimeout
}

extension HTTPRefusal {
    /// The status that RFC 9110 section 15.5 assigns to this kind of refusal.
    package var status: Int {
        switch self {
        case .malformed: 400
        case .headTimeout, .bodyTimeout: 408
        case .bodyTooLarge: 413
        case .expectationFailed: 417
        }
    }

    /// A fixed word for counters and log lines.
    package var reason: String {
        switch self {
        case .malformed: "malformed_request"
        case .bodyTooLarge: "body_too_large"
        case .expectationFailed: "expectation_failed"
        case .headTimeout: "head_timeout"
        case .bodyTimeout: "body_timeout"
        }
    }
}
