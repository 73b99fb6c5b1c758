/// A bounded decoder of well-formed CBOR with definite lengths (RFC 8949 section 3 and appendix C).
///
/// Refused: indefinite lengths, reserved additional information, nesting and item counts over the limits, lengths beyond
/// the input, text that is not UTF-8, and maps with two equal keys. Integers need not be in their shortest form.
package struct CBORDecoder {
    package struct Limits: Sendable {
        /// Levels of arrays, maps and tags below the outermost item.
        package let depth: Int
        /// Items of every kind together, keys and values of maps included.
        package let items: Int

        package init(depth: Int = 8, items: Int = 256) { (self.depth, self.items) = (depth, items) }

        package static let standard = Limits()
    }

    private var reader: ByteReader
    private let limits: Limits
    private var itemsLeft: Int

    package init(_ bytes: [UInt8], limits: Limits = .standard) {
        reader = ByteReader(bytes)
        self.limits = limits
        itemsLeft = limits.items
    }

    /// The single item that makes up all of `bytes`.
    package static func decode(_ bytes: [UInt8], limits: Limits = .standard) throws(Malformed) -> CBORValue {
        var decoder = CBORDecoder(bytes, limits: limits)
        let value = try decoder.next()
        guard decoder.isAtEnd else { throw Malformed("\(decoder.remaining) bytes follow the item") }
        return value
    }

    package var isAtEnd: Bool { reader.isAtEnd }
    package var remaining: Int { reader.remaining }

    /// The next item, with all that is in it.
    package mutating func next() throws(Malformed) -> CBORValue { try item(depth: 0) }

    private mutating func item(depth: Int) throws(Malformed) -> CBORValue {
        guard depth <= limits.depth else { throw Malformed("nested deeper than \(limits.depth)", at: reader.offset) }
        guard itemsLeft > 0 else { throw Malformed("more than \(limits.items) items", at: reader.offset) }
        itemsLeft -= 1
        let start = reader.offset
        let initial = try reader.byte()
        let information = initial & 0x1F
        if initial >> 5 == 7 { return try simpleOrFloat(information, at: start) }
        let argument = try self.argument(information, at: start)
        switch initial >> 5 {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return .bytes(try reader.take(argument))
        case 3: return .text(try text(argument))
        case 4: return .array(try array(argument, depth: depth, at: start))
        case 5: return .map(try map(argument, depth: depth, at: start))
        case 6: return .tagged(argument, try item(depth: depth + 1))
        case let major: throw Malformed("major type \(major)", at: start)
        }
    }

    private mutating func argument(_ information: UInt8, at start: Int) throws(Malformed) -> UInt64 {
        switch information {
        case 0...23: return UInt64(information)
        case 24...27: return try reader.number(1 << (information - 24))
        case 31: throw Malformed("indefinite length", at: start)
        default: throw Malformed("reserved additional information \(information)", at: start)
        }
    }

    private mutating func simpleOrFloat(_ information: UInt8, at start: Int) throws(Malformed) -> CBORValue {
        switch information {
        case 0...23: return .simple(information)
        case 24:
            let number = try reader.byte()
            guard number >= 32 else { throw Malformed("simple value \(number) in two bytes", at: start) }
            return .simple(number)
        case 25...27:
            let count = 1 << Int(information - 24)
            return .float(bits: try reader.number(count), byteCount: count)
        case 31: throw Malformed("a break without a beginning", at: start)
        default: throw Malformed("reserved additional information \(information)", at: start)
        }
    }

    private mutating func text(_ count: UInt64) throws(Malformed) -> CBORText {
        let start = reader.offset
        guard let text = CBORText(validating: try reader.takeInPlace(count)) else {
            throw Malformed("text that is not UTF-8", at: start)
        }
        return text
    }

    private mutating func array(_ count: UInt64, depth: Int, at start: Int) throws(Malformed) -> [CBORValue] {
        try requireRoom(for: count, at: start)
        var items: [CBORValue] = []
        // What promises more may not keep it.
        items.reserveCapacity(Int(min(count, 8)))
        for _ in 0..<count { items.append(try item(depth: depth + 1)) }
        return items
    }

    private mutating func map(_ count: UInt64, depth: Int, at start: Int) throws(Malformed) -> CBOREntries {
        // Every entry takes at least two bytes; the product cannot overflow once the count is bounded by the input.
        try requireRoom(for: count, at: start)
        var entries = CBOREntries(expecting: Int(min(count, 8)))
        for _ in 0..<count {
            let keyStart = reader.offset
            let key = try item(depth: depth + 1)
            let value = try item(depth: depth + 1)
            guard entries.add(key, value) else {
                throw Malformed("a map with the same key twice", at: keyStart)
            }
        }
        return entries
    }

    /// Refuses a count that the rest of the input cannot hold, before anything is made for it.
    private func requireRoom(for count: UInt64, at start: Int) throws(Malformed) {
        guard count <= UInt64(reader.remaining), count <= UInt64(limits.items) else {
            throw Malformed("promises \(count) items where \(reader.remaining) bytes are left", at: start)
        }
    }
}
