import HTTP
import Synchronization

/// One request and its answer, from the request line to the last byte sent.
///
/// Everything but ``answer`` belongs to the thread of the connection's loop.
// Unchecked for that reason: one thread writes, and the answer that a task brings crosses in a mutex.
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

    enum Answer {
        case none
        case response(HTTPResponse)
        /// The server is stopping; nobody waits for the handler any more.
        case abandoned
    }

    let descriptor: Int32
    /// The request target as it came.
    let rawTarget: [UInt8]
    /// The moment at which the request line was complete.
    let began = ContinuousClock.now
    var stage = Stage.awaitingHead
    /// What is known of the request so far.
    var request: HTTPRequest?
    /// Body bytes seen, dropped ones included.
    var bodyCount = 0
    let answer = Mutex(Answer.none)

    init(descriptor: Int32, rawTarget: [UInt8]) {
        (self.descriptor, self.rawTarget) = (descriptor, rawTarget)
    }

    var isAwaitingHead: Bool {
        if case .awaitingHead = stage { true } else { false }
    }
}
