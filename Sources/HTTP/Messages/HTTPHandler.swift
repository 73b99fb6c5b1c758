/// Answers one request. It cannot fail: what goes wrong is an answer too.
package typealias HTTPHandler = @Sendable (HTTPRequest) async -> HTTPResponse

/// Stands around a handler: may look at the request, answer it alone, or change the answer.
package typealias HTTPMiddleware = @Sendable (HTTPRequest, HTTPHandler) async -> HTTPResponse

/// Puts middleware around a handler. The first of the list is the outermost: it sees the request first and the answer last.
package func surround(_ handler: @escaping HTTPHandler, with middleware: [HTTPMiddleware]) -> HTTPHandler {
    middleware.reversed().reduce(handler) { inner, outer in
        { request in await outer(request, inner) }
    }
}
