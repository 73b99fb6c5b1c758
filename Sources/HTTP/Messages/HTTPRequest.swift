/// A request that has arrived whole: head within its limits, body within its limit.
package struct HTTPRequest: Sendable, Equatable {
    /// The method token as sent. Methods are case-sensitive (RFC 9110 section 9.1): `get` is not `GET`.
    package var method: String
    package var target: RequestTarget
    package var headers: HTTPHeaders
    /// The content after any chunked framing was taken off; empty if there was none.
    package var body: [UInt8]
    /// Numeric IPv4 or IPv6 address of the other end of the connection, without a port. It is the proxy's if there is one.
    package var peerAddress: String?
    /// A name for this request in logs and answers, given by the server, never by the client.
    package var id: String

    package init(
        method: String, target: RequestTarget, headers: HTTPHeaders = [:], body: [UInt8] = [],
        peerAddress: String? = nil, id: String
    ) {
        (self.method, self.target, self.headers) = (method, target, headers)
        (self.body, self.peerAddress, self.id) = (body, peerAddress, id)
    }
}
