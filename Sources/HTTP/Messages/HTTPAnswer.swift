/// What a request comes to: an answer, or the work that brings it.
package enum HTTPAnswer: Sendable {
    /// Nothing had to be waited for.
    case ready(HTTPResponse)
    case later(@Sendable () async -> HTTPResponse)
}
