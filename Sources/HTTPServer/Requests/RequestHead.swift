import HTTP

/// A head as received: the library found its lines, nobody has judged them yet.
struct RequestHead {
    /// Parts of one copy of the head.
    struct Field {
        let name: ArraySlice<UInt8>
        /// Without white space before it, with any after it.
        let value: ArraySlice<UInt8>
    }

    let method: ArraySlice<UInt8>
    let version: ArraySlice<UInt8>
    let fields: [Field]
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
