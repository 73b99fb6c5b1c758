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
        var rest = Substring(raw)
        if !rest.utf8.starts(with: [0x2F]) { rest = try Self.afterAuthority(of: rest) }
        let cut = rest.utf8.firstIndex(of: 0x3F)
        let path = rest[..<(cut ?? rest.endIndex)]
        let query = cut.map { rest[rest.utf8.index(after: $0)...] }
        guard path.utf8.allSatisfy(URICharacter.isAllowedInPath) else { throw .forbiddenCharacter }
        guard query?.utf8.allSatisfy(URICharacter.isAllowedInQuery) ?? true else { throw .forbiddenCharacter }
        rawPath = path.isEmpty ? "/" : String(path)
        rawQuery = query.map(String.init)
    }

    /// Reads a target from the bytes of the request line.
    package init(parsing bytes: [UInt8]) throws(RequestTargetError) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .forbiddenCharacter }
        try self.init(parsing: text)
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
