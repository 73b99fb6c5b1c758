import HTTP

/// One request and its answer, from the request line to the last byte sent.
///
/// Everything but ``task`` belongs to the thread of the connection's loop.
// Unchecked for that reason: one thread writes.
final class Exchange: @unchecked Sendable {
    enum Stage {
        case awaitingHead
        case receivingBody
        /// The body is read and dropped, because the library cannot answer in the middle of it.
        case discardingBody(HTTPRefusal)
        /// The handler has the request.
        case handling
        case answered
    }

    let connection: OpenConnection
    /// The request target as it came.
    let rawTarget: [UInt8]
    /// The moment at which the request line was complete.
    let began = ContinuousClock.now
    var stage = Stage.awaitingHead
    /// What is known of the request so far.
    var request: HTTPRequest?
    /// As announced, and within the limit once the body is received.
    var bodyLength: Int?
    /// Body bytes seen, dropped ones included.
    var bodyCount = 0
    /// What answers the request.
    let task = ExchangeTask()

    init(on connection: OpenConnection, rawTarget: [UInt8]) {
        (self.connection, self.rawTarget) = (connection, rawTarget)
    }

    var isHandling: Bool {
        if case .handling = stage { true } else { false }
    }

    var isAwaitingHead: Bool {
        if case .awaitingHead = stage { true } else { false }
    }
}
