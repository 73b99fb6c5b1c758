/// What a template says about one path.
enum PathMatch: Equatable {
    case matches(RouteCaptures)
    case differs
    case undecodable(PercentDecodingError)
}

/// What of a raw path is the same to all templates: looked for once.
struct PathLayout {
    /// Modulo 256, in which bytes are counted many at once: where a template's number is another one, its segments differ.
    let segmentCount: Int
    /// The last colon of the last segment.
    let colon: Int?

    /// - Returns: nil for a path that does not begin with a slash.
    init?(_ path: Span<UInt8>) {
        guard path.count > 0, path[0] == 0x2F else { return nil }
        segmentCount = Int(Self.slashes(in: path))
        var place = path.count - 1
        while path[place] != 0x2F, path[place] != 0x3A { place -= 1 }
        colon = path[place] == 0x3A ? place : nil
    }

    private static func slashes(in path: Span<UInt8>) -> UInt8 {
        // In this form of a loop the compiler takes many bytes at once.
        var (place, count) = (0, UInt8(0))
        while place < path.count {
            count &+= path[place] == 0x2F ? 1 : 0
            place &+= 1
        }
        return count
    }
}

/// A template without its verb, ready to be compared with paths.
struct PathPattern: Sendable {
    /// Captures in a template, at most.
    static let mostCaptures = 8

    /// Stands in ``text`` for a captured segment: no literal holds one.
    private static let capture: UInt8 = 0

    private let text: [UInt8]
    /// Of the captures, in order.
    private let names: [String]

    init(_ template: RouteTemplate) {
        var (text, names): ([UInt8], [String]) = ([], [])
        for segment in template.segments {
            text.append(0x2F)
            switch segment {
            case .literal(let literal): text += literal.utf8
            case .capture(let name):
                text.append(Self.capture)
                names.append(name)
            }
        }
        (self.text, self.names) = (text, names)
    }

    /// Compares with a raw path without its verb. Literals are compared as they came, byte by byte: nobody has reason to
    /// escape them, a proxy's path rules must not be passed by writing `%61dmin`, and Swift holds the Kelvin sign equal to
    /// a K.
    func match(_ path: Span<UInt8>) -> PathMatch {
        // Most templates end here, before anything is decoded.
        var places = InlineArray<8, Range<Int>>(repeating: 0..<0)
        guard find(&places, in: path) else { return .differs }
        var captures = RouteCaptures(names)
        for index in names.indices {
            let raw = path.extracting(places[index])
            do throws(PercentDecodingError) {
                let value = try PercentDecoding.decode(raw)
                guard Self.isOneSegment(value, rawCount: raw.count) else { return .differs }
                captures.append(value)
            } catch {
                return .undecodable(error)
            }
        }
        return .matches(captures)
    }

    /// Finds where the captured segments are.
    /// - Returns: false for a path with other literals.
    private func find(_ places: inout InlineArray<8, Range<Int>>, in path: Span<UInt8>) -> Bool {
        let text = text.span
        var (place, number) = (0, 0)
        for index in text.indices {
            if text[index] == Self.capture {
                let end = Self.endOfSegment(in: path, from: place)
                places[number] = place..<end
                (place, number) = (end, number + 1)
            } else {
                guard place < path.count, path[place] == text[index] else { return false }
                place += 1
            }
        }
        return place == path.count
    }

    private static func endOfSegment(in path: Span<UInt8>, from start: Int) -> Int {
        var place = start
        while place < path.count, path[place] != 0x2F { place += 1 }
        return place
    }

    /// A value with a slash was more than one segment to somebody; a dot segment was meant to be resolved.
    private static func isOneSegment(_ value: String, rawCount: Int) -> Bool {
        switch value.utf8.count {
        case 0: false
        case 1, 2: value != "." && value != ".." && !value.utf8.contains(0x2F)
        // Only what was decoded, and became shorter, can have a slash.
        case let count: count == rawCount || !value.utf8.contains(0x2F)
        }
    }
}

/// The decoded values of a template's captures, by name.
package struct RouteCaptures: Sendable, Equatable {
    private let names: [String]
    private var values: [String] = []

    package init() { names = [] }

    init(_ names: [String]) {
        self.names = names
        values.reserveCapacity(names.count)
    }

    /// The value of a capture; `nil` only if the template has none of that name.
    package subscript(name: String) -> String? {
        for index in values.indices where names[index].utf8.count == name.utf8.count && names[index] == name {
            return values[index]
        }
        return nil
    }

    /// Of the next name.
    mutating func append(_ value: String) { values.append(value) }
}
