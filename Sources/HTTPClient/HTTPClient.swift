/// Sends requests to other people's servers, by libcurl, and trusts nothing about their answers: there is a deadline for
/// the whole of each, and an end to how long one may be. It follows no redirects, and keeps no cookies, answers or passwords.
///
/// All requests share one thread and its connections. What the system's certificate authorities do not vouch for gets no
/// request. Proxies of the environment (`https_proxy`, `no_proxy`) are used, but for plain `http`.
package final class HTTPClient: Sendable {
    private let loop: TransferLoop

    /// - Throws: that the system has no memory or thread for it.
    package init() throws(HTTPClientFailure) {
        loop = try TransferLoop()
        try loop.start()
    }

    deinit { loop.stop() }

    /// Sends a request once, and returns when its answer has arrived whole.
    /// - Throws: why there is no whole answer. Any status is an answer.
    package func send(_ request: ClientRequest) async throws(HTTPClientFailure) -> ClientAnswer {
        let transfer = Transfer(request)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if transfer.begin(continuation) { loop.add(transfer) }
            }
        } onCancel: {
            transfer.finish(.failure(.cancelled))
            loop.wake()
        }
        return try result.get()
    }
}

/// A request to be sent: a POST, or a GET if it has no body.
package struct ClientRequest: Sendable {
    /// `https` or `http`, without a fragment.
    package let url: String
    /// `Name: value`, without line breaks.
    package let headers: [String]
    /// Of a POST, for which it may be empty; nil for a GET.
    package let body: [UInt8]?
    /// For everything, from looking the name up to the last byte of the answer.
    package let deadline: Duration
    /// Of the answer.
    package let maximumBodyBytes: Int

    package init(url: String, headers: [String], body: [UInt8]?, deadline: Duration, maximumBodyBytes: Int) {
        (self.url, self.headers, self.body) = (url, headers, body)
        (self.deadline, self.maximumBodyBytes) = (deadline, maximumBodyBytes)
    }
}

package struct ClientAnswer: Sendable, Equatable {
    package let status: Int
    /// Names in lower case. Of several fields with one name the first.
    package let headers: [String: String]
    package let body: [UInt8]

    package init(status: Int, headers: [String: String], body: [UInt8]) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// Why there is no whole answer. Holds nothing of the request and nothing of the answer.
package enum HTTPClientFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The deadline passed first.
    case deadline
    /// The body is longer than was asked for.
    case tooLong
    /// The task that asked was cancelled.
    case cancelled
    /// No connection, none that can be trusted, or one that broke; in libcurl's words.
    case connection(String)

    package var description: String {
        switch self {
        case .deadline: "no whole answer in time"
        case .tooLong: "an answer that is too long"
        case .cancelled: "given up"
        case .connection(let words): words
        }
    }
}
