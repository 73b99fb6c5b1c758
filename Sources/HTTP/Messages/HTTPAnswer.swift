/// What a request comes to: an answer, or the work that brings it.
package enum HTTPAnswer: Sendable {
    /// Nothing had to be waited for.
    case ready(HTTPResponse)
    case later(@Sendable () async -> HTTPResponse)

    /// The answer, after whatever has to be waited for.
    package var response: HTTPResponse {
        get async {
            switch self {
            case .ready(let response): response
            case .later(let work): await work()
            }
        }
    }
}
