/// A path template of `google.api.http` as far as this service needs it: literal segments, captures of exactly one
/// segment, and an optional verb: `/v1/projects/{project}/apps/{app}:exchangeAppAttestAttestation`.
package struct RouteTemplate: Sendable, Equatable, CustomStringConvertible {
    package enum Segment: Sendable, Equatable {
        case literal(String)
        case capture(name: String)

        fileprivate var isCapture: Bool {
            switch self {
            case .literal: false
            case .capture: true
            }
        }
    }

    package let segments: [Segment]
    /// What follows the `:` at the end of the path, if the template has one.
    package let verb: String?
    /// The template as it was written.
    package let description: String

    /// Literals and verbs may hold unreserved characters and `$`; names hold letters, digits and `_`. There are eight at most.
    package init(parsing text: String) throws(RouteTemplateError) {
        var body = Substring(text)
        guard body.utf8.first == 0x2F else { throw .malformed(text) }
        var verb: String?
        // A colon in a template always starts the verb: literals and captures hold none.
        if let colon = body.utf8.firstIndex(of: 0x3A) {
            let name = body[body.utf8.index(after: colon)...]
            guard Self.isLiteral(name) else { throw .malformed(text) }
            verb = String(name)
            body = body[..<colon]
        }
        var segments: [Segment] = []
        for piece in body.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            if piece.hasPrefix("{"), piece.hasSuffix("}") {
                let name = piece.dropFirst().dropLast()
                guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }),
                    !segments.contains(.capture(name: String(name)))
                else { throw .malformed(text) }
                segments.append(.capture(name: String(name)))
            } else {
                guard Self.isLiteral(piece) else { throw .malformed(text) }
                segments.append(.literal(String(piece)))
            }
        }
        guard segments.count(where: \.isCapture) <= PathPattern.mostCaptures else { throw .malformed(text) }
        (self.segments, self.verb, description) = (segments, verb, text)
    }

    private static func isLiteral(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { URICharacter.isUnreserved($0) || $0 == 0x24 }
    }

    /// The template with the names of its captures left out: two routes of one shape match the same paths.
    var shape: String {
        let path = segments.map { segment in
            switch segment {
            case .literal(let text): "/\(text)"
            case .capture: "/{}"
            }
        }
        return path.joined() + (verb.map { ":\($0)" } ?? "")
    }

    /// Whether this template is to be tried before `other`: a literal before a capture, from the left, then a verb
    /// before none. Both must have the same number of segments.
    func isMoreSpecific(than other: RouteTemplate) -> Bool {
        for (mine, theirs) in zip(segments, other.segments) {
            switch (mine, theirs) {
            case (.literal, .capture): return true
            case (.capture, .literal): return false
            case (.literal, .literal), (.capture, .capture): continue
            }
        }
        return verb != nil && other.verb == nil
    }
}

/// Why a table of routes is refused. Only the programmer of the table can cause it.
package enum RouteTemplateError: Error, Sendable, Equatable {
    case malformed(String)
    /// Two routes of one method whose templates match the same paths.
    case duplicate(method: String, template: String)
}
