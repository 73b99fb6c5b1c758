/// The request target of RFC 9112 section 3.2, split but not decoded.
///
/// Decoding is left to whoever knows the structure: an escaped slash or colon must not become one before the path is cut.
package struct RequestTarget: Sendable, Equatable {
    /// Everything before the first `?`, exactly as received. Starts with `/`.
    package let rawPath: String
    /// Everything after the first `?`, exactly as received; `nil` without a `?`.
    package let rawQuery: String?

    /// Stands in log lines for a target that could not be read. No request that reaches a handler has it.
    package static let unreadable = RequestTarget(unchecked: "")

    private init(unchecked path: String) {
        (rawPath, rawQuery) = (path, nil)
    }

    /// The same with more at the end of its query.
    /// - Returns: nil for bytes that no query may hold.
    package func adding(query bytes: [UInt8]) -> RequestTarget? {
        guard let more = String(validating: bytes, as: UTF8.self), more.utf8.allSatisfy(URICharacter.isAllowedInQuery)
        else { return nil }
        let query = rawQuery.map { $0.isEmpty ? more : "\($0)&\(more)" } ?? more
        return RequestTarget(path: rawPath, query: query)
    }

    private init(path: String, query: String) { (rawPath, rawQuery) = (path, query) }

    /// Reads an origin-form target (`/path?query`) or an absolute-form one (`http://host/path?query`), whose authority
    /// is checked for form and then dropped: one server answers under every name it is reached by.
    package init(parsing raw: String) throws(RequestTargetError) {
        if raw.utf8.first == 0x2F {
            try self.init(pathAndQuery: Array(raw.utf8))
        } else {
            try self.init(pathAndQuery: Array(Self.afterAuthority(of: Substring(raw)).utf8))
        }
    }

    /// Reads a target from the bytes of the request line.
    package init(parsing bytes: [UInt8]) throws(RequestTargetError) {
        // Almost every target begins with its path, and all that may stand in one is ASCII.
        if bytes.first == 0x2F {
            try self.init(pathAndQuery: bytes)
        } else {
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .forbiddenCharacter }
            try self.init(parsing: text)
        }
    }

    /// - Parameter bytes: what follows the authority.
    private init(pathAndQuery bytes: [UInt8]) throws(RequestTargetError) {
        let text = bytes.span
        var end = 0
        while end < text.count, URICharacter.isAllowedInPath(text[end]) { end += 1 }
        rawPath = end == 0 ? "/" : String(decoding: bytes[..<end], as: UTF8.self)
        guard end < text.count else {
            rawQuery = nil
            return
        }
        guard text[end] == 0x3F else { throw .forbiddenCharacter }
        for index in end + 1..<text.count where !URICharacter.isAllowedInQuery(text[index]) {
            throw .forbiddenCharacter
        }
        rawQuery = String(decoding: bytes[(end + 1)...], as: UTF8.self)
    }

    private static func afterAuthority(of target: Substring) throws(RequestTargetError) -> Substring {
        let lowered = target.prefix(8).lowercased()
        guard let scheme = ["http://", "https://"].first(where: lowered.hasPrefix) else { throw .unsupportedForm }
        let rest = target.utf8.dropFirst(scheme.utf8.count)
        let end = rest.firstIndex { $0 == 0x2F || $0 == 0x3F } ?? rest.endIndex
        guard end > rest.startIndex, rest[..<end].allSatisfy(URICharacter.isAllowedInAuthority) else {
            throw .malformedAuthority
        }
        return target[end...]
    }
}

/// Why a request target is refused.
package enum RequestTargetError: Error, Sendable, Equatable {
    /// Neither a path nor an `http` or `https` URL: `*`, `host:port`, another scheme, or nothing at all.
    case unsupportedForm
    /// No host between the scheme and the path, or one with user information or with characters hosts do not have.
    case malformedAuthority
    /// A space, a control character, a byte beyond ASCII, a fragment, or in the path something that no URI may hold.
    case forbiddenCharacter
}
