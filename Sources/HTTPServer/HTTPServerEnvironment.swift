package import HTTP

/// What the listener calls. Only the handler may take its time; the others run on the threads that serve connections.
package struct HTTPServerEnvironment: Sendable {
    /// Makes up a name for a request, from the caller's source of randomness.
    package var requestID: @Sendable () -> String
    /// Puts a refusal into the words and the format of the API above.
    package var refusal: @Sendable (HTTPRefusal) -> HTTPResponse
    /// Told once of every request that was answered or refused, before the answer is sent. The time runs from the end of
    /// the request line. A request whose head was not understood has an empty method or ``RequestTarget/unreadable``.
    package var observer: @Sendable (HTTPRequest, HTTPResponse, Duration) -> Void
    /// Answers a request. No deadline holds for it here. Its task is cancelled if the server stops without waiting.
    package var handler: HTTPHandler

    package init(
        requestID: @escaping @Sendable () -> String,
        refusal: @escaping @Sendable (HTTPRefusal) -> HTTPResponse,
        observer: @escaping @Sendable (HTTPRequest, HTTPResponse, Duration) -> Void,
        handler: @escaping HTTPHandler
    ) {
        (self.requestID, self.refusal) = (requestID, refusal)
        (self.observer, self.handler) = (observer, handler)
    }
}
