package import HTTP

/// What the listener calls. Only work that is to be done later may take its time; all else runs on the threads that serve
/// connections.
package struct HTTPServerEnvironment: Sendable {
    /// Makes up a name for a request, from the caller's source of randomness.
    package var requestID: @Sendable () -> String
    /// Puts a refusal into the words and the format of the API above.
    package var refusal: @Sendable (HTTPRefusal) -> HTTPResponse
    /// Told once of every request that was answered or refused, before the answer is sent. The time runs from the end of
    /// the request line. A request whose head was not understood has an empty method or ``RequestTarget/unreadable``.
    package var observer: @Sendable (HTTPRequest, HTTPResponse, Duration) -> Void
    /// Answers a request, at once where nothing has to be waited for, which saves a task. No deadline holds here for what
    /// is done later; its task is cancelled if the server stops without waiting.
    package var begin: @Sendable (HTTPRequest) -> HTTPAnswer
    /// Where requests to be answered later are counted.
    package var queued = QueuedRequests()

    package init(
        requestID: @escaping @Sendable () -> String,
        refusal: @escaping @Sendable (HTTPRefusal) -> HTTPResponse,
        observer: @escaping @Sendable (HTTPRequest, HTTPResponse, Duration) -> Void,
        begin: @escaping @Sendable (HTTPRequest) -> HTTPAnswer
    ) {
        (self.requestID, self.refusal) = (requestID, refusal)
        (self.observer, self.begin) = (observer, begin)
    }

    /// With a handler that may wait for any request.
    package init(
        requestID: @escaping @Sendable () -> String,
        refusal: @escaping @Sendable (HTTPRefusal) -> HTTPResponse,
        observer: @escaping @Sendable (HTTPRequest, HTTPResponse, Duration) -> Void,
        handler: @escaping HTTPHandler
    ) {
        self.init(requestID: requestID, refusal: refusal, observer: observer) { request in
            .later { await handler(request) }
        }
    }
}
