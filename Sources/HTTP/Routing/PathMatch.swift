/// What a template says about one path.
enum PathMatch: Equatable {
    case matches(RouteCaptures)
    case differs
    case undecodable(PercentDecodingError)
}

extension RouteTemplate {
    /// Compares with the raw segments of a path. Literals and verbs are compared as they came: nobody has reason to
    /// escape them, and a proxy's path rules must not be passed by writing `%61dmin`.
    func match(_ path: [Substring]) -> PathMatch {
        guard path.count == segments.count, let last = path.last else { return .differs }
        // Where the last segment ends and the verb begins.
        var end = last.endIndex
        if let verb {
            // App ids hold colons of their own, so only the last one can be the verb's.
            guard let colon = last.utf8.lastIndex(of: 0x3A),
                last.utf8[last.utf8.index(after: colon)...].elementsEqual(verb.utf8)
            else { return .differs }
            end = colon
        }
        func piece(_ index: Int) -> Substring { index == path.count - 1 ? last[..<end] : path[index] }
        // Bytes, not characters: Swift holds the Kelvin sign equal to a K. Most templates end here, before anything is
        // decoded.
        for (index, segment) in segments.enumerated() {
            if case .literal(let literal) = segment, !piece(index).utf8.elementsEqual(literal.utf8) { return .differs }
        }
        var captures = RouteCaptures()
        for (index, segment) in segments.enumerated() {
            guard case .capture(let name) = segment else { continue }
            do throws(PercentDecodingError) {
                let value = try PercentDecoding.decode(piece(index))
                // A value with a slash was more than one segment to somebody; a dot segment was meant to be resolved.
                guard !value.isEmpty, !value.utf8.contains(0x2F), value != ".", value != ".." else { return .differs }
                captures.append(name, value)
            } catch {
                return .undecodable(error)
            }
        }
        return .matches(captures)
    }
}

/// The decoded values of a template's captures, by name.
package struct RouteCaptures: Sendable, Equatable {
    private var pairs: [(name: String, value: String)] = []

    package init() {}

    /// The value of a capture; `nil` only if the template has none of that name.
    package subscript(name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    mutating func append(_ name: String, _ value: String) {
        pairs.append((name, value))
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.pairs.elementsEqual(other.pairs) { $0 == $1 }
    }
}
