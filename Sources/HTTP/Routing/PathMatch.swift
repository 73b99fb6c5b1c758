/// What a template says about one path.
enum PathMatch: Equatable {
    case matches(RouteCaptures)
    case differs
    case undecodable(PercentDecodingError)
}

/// A raw path, cut once for all templates that it is compared with.
struct RawPath {
    fileprivate let bytes: [UInt8]
    /// The places of what is between slashes.
    fileprivate let segments: [Range<Int>]
    /// The last colon of the last segment.
    fileprivate let colon: Int?

    /// - Returns: nil for a path that does not begin with a slash.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.first == 0x2F else { return nil }
        var segments: [Range<Int>] = []
        segments.reserveCapacity(8)
        var (start, colon) = (1, Int?.none)
        let text = bytes.span
        for place in 1..<text.count {
            switch text[place] {
            case 0x2F:
                segments.append(start..<place)
                (start, colon) = (place + 1, nil)
            case 0x3A: colon = place
            default: continue
            }
        }
        segments.append(start..<bytes.count)
        (self.bytes, self.segments, self.colon) = (bytes, segments, colon)
    }

    var segmentCount: Int { segments.count }

    /// Bytes, not characters: Swift holds the Kelvin sign equal to a K.
    fileprivate func has(_ text: [UInt8], at places: Range<Int>) -> Bool {
        guard places.count == text.count else { return false }
        let (text, bytes) = (text.span, bytes.span)
        for index in text.indices where bytes[places.lowerBound + index] != text[index] { return false }
        return true
    }
}

/// A template, ready to be compared with paths.
struct PathPattern: Sendable {
    private enum Segment: Sendable {
        case literal([UInt8])
        case capture(name: String)
    }

    private let segments: [Segment]
    private let verb: [UInt8]?

    init(_ template: RouteTemplate) {
        segments = template.segments.map { segment in
            switch segment {
            case .literal(let text): .literal(Array(text.utf8))
            case .capture(let name): .capture(name: name)
            }
        }
        verb = template.verb.map { Array($0.utf8) }
    }

    /// Compares with the raw segments of a path. Literals and verbs are compared as they came: nobody has reason to
    /// escape them, and a proxy's path rules must not be passed by writing `%61dmin`.
    func match(_ path: RawPath) -> PathMatch {
        guard path.segments.count == segments.count, let last = path.segments.last else { return .differs }
        // Where the last segment ends and the verb begins.
        var end = last.upperBound
        if let verb {
            // App ids hold colons of their own, so only the last one can be the verb's.
            guard let colon = path.colon, path.has(verb, at: colon + 1..<last.upperBound) else { return .differs }
            end = colon
        }
        func places(_ index: Int) -> Range<Int> {
            index == segments.count - 1 ? last.lowerBound..<end : path.segments[index]
        }
        // Most templates end here, before anything is decoded.
        for (index, segment) in segments.enumerated() {
            if case .literal(let literal) = segment, !path.has(literal, at: places(index)) { return .differs }
        }
        var captures = RouteCaptures(expecting: segments.count)
        for (index, segment) in segments.enumerated() {
            guard case .capture(let name) = segment else { continue }
            do throws(PercentDecodingError) {
                let raw = path.bytes[places(index)]
                let value = try PercentDecoding.decode(bytes: raw)
                // A value with a slash was more than one segment to somebody; a dot segment was meant to be resolved.
                // Only what was decoded, and became shorter, can have a slash.
                guard !value.isEmpty, value.utf8.count == raw.count || !value.utf8.contains(0x2F), value != ".",
                    value != ".."
                else { return .differs }
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

    init(expecting count: Int) { pairs.reserveCapacity(count) }

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
