import HTTP

/// A head as received: the library found its lines, nobody has judged them yet.
struct RequestHead {
    /// One copy of the head, which everything is a part of.
    let bytes: [UInt8]
    let method: Range<Int>
    let version: Range<Int>
    /// Values without white space before them, with any after them.
    let fields: [HTTPHeaders.Place]
    /// No line was ended, folded or spaced in a way that another reader might understand differently.
    let isLaidOutExactly: Bool
}

/// What the server needs to know of a head that keeps the rules.
struct AcceptedHead {
    let method: String
    let target: RequestTarget
    let headers: HTTPHeaders
    /// `nil` if the body comes in chunks.
    let contentLength: Int?
    /// The client waits for leave to send the body.
    let expectsContinue: Bool
}
