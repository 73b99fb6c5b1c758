/// Reads BER (X.690 section 8) as far as CMS needs it: lengths may be indefinite or longer than they must be, and octet
/// strings may come in pieces. What a ``DERElement`` has as contents is then without the octets that end it.
///
/// Nothing may nest deeper than ``maximumDepth``, and lengths have at most four bytes; the size of the whole is bounded by
/// whoever hands it in.
package struct BERReader {
    /// Real receipts nest 8 deep.
    package static let maximumDepth = 16

    private var reader: ByteReader
    private let what: StaticString
    private let depth: Int

    /// - Parameter what: named in messages.
    package init(_ bytes: [UInt8], _ what: StaticString) { self.init(ByteReader(bytes), what, depth: 1) }

    private init(_ reader: ByteReader, _ what: StaticString, depth: Int) {
        (self.reader, self.what, self.depth) = (reader, what, depth)
    }

    package var isAtEnd: Bool { reader.isAtEnd }

    package func finish() throws(Malformed) {
        guard reader.isAtEnd else { throw Malformed("\(what): \(reader.remaining) bytes are left over") }
    }

    package mutating func next() throws(Malformed) -> DERElement {
        if let element = reader.plainElement() { return element }
        return try nextOfAnyForm()
    }

    private mutating func nextOfAnyForm() throws(Malformed) -> DERElement {
        do throws(Malformed) {
            let start = reader.offset
            let head = try head()
            let contents: Range<Int>
            if let length = head.length {
                contents = try reader.skip(length)
            } else {
                let from = reader.offset
                try skipToEnd(depth: depth + 1)
                let whole = reader.places(since: from)
                // Without the two zeros, which were just read.
                contents = whole.lowerBound..<whole.upperBound - 2
            }
            return DERElement(
                head.identifier, tagNumber: head.tagNumber, in: reader.whole, encoding: reader.places(since: start),
                contents: contents)
        } catch { throw Malformed("\(what): \(error.detail)") }
    }

    /// The next element, which must be of that universal type.
    package mutating func next(_ tag: DERTag) throws(Malformed) -> DERElement {
        let element = try next()
        guard element.isUniversal(tag) else { throw Malformed("\(what): expected \(tag), found another type") }
        return element
    }

    /// The next element if it is a context-specific, constructed one of that number, as OPTIONAL fields are.
    package mutating func nextContext(_ number: UInt8) throws(Malformed) -> DERElement? {
        guard number < 31, reader.peek() == 0xA0 | number else { return nil }
        return try next()
    }

    /// A reader of the contents of the next element, which must be of that universal type.
    package mutating func inside(_ tag: DERTag, _ what: StaticString) throws(Malformed) -> BERReader {
        try inside(try next(tag), what)
    }

    /// A reader of the contents of an element that this reader gave.
    package func inside(_ element: DERElement, _ what: StaticString) throws(Malformed) -> BERReader {
        guard depth < Self.maximumDepth else { throw Malformed("\(what): nested over \(Self.maximumDepth) deep") }
        return BERReader(element.reader, what, depth: depth + 1)
    }

    /// The next element, which must be an OCTET STRING, in one piece or in several.
    package mutating func octets() throws(Malformed) -> [UInt8] { Array(try octetsInPlace()) }

    /// The same, without a copy of what is in one piece.
    mutating func octetsInPlace() throws(Malformed) -> ArraySlice<UInt8> { try octets(of: try next()) }

    private func octets(of element: DERElement) throws(Malformed) -> ArraySlice<UInt8> {
        guard element.tagClass == .universal, element.tagNumber == DERTag.octetString.rawValue else {
            throw Malformed("\(what): expected octets, found another type")
        }
        guard element.isConstructed else { return element.octets }
        var pieces = try inside(element, what)
        guard !pieces.isAtEnd else { return [] }
        var octets = try pieces.octetsInPlace()
        while !pieces.isAtEnd { octets += try pieces.octetsInPlace() }
        return octets
    }

    private struct Head {
        let identifier: UInt8
        let tagNumber: UInt32
        /// Nil for a length that is indefinite.
        let length: UInt64?
    }

    private mutating func head() throws(Malformed) -> Head {
        let identifier = try reader.byte()
        guard identifier & 0xDF != 0 else { throw Malformed("an end of contents where none was begun") }
        let tagNumber = try DERReader.tagNumber(identifier, from: &reader)
        return Head(identifier: identifier, tagNumber: tagNumber, length: try length(of: identifier))
    }

    private mutating func length(of identifier: UInt8) throws(Malformed) -> UInt64? {
        let first = try reader.byte()
        guard first & 0x80 != 0 else { return UInt64(first) }
        let count = Int(first & 0x7F)
        guard count != 0 else {
            guard identifier & 0x20 != 0 else { throw Malformed("indefinite length of a primitive element") }
            return nil
        }
        guard count <= 4 else { throw Malformed("length of \(count) bytes") }
        return try reader.number(count)
    }

    /// Passes over elements up to and including the two zeros that end an indefinite length.
    private mutating func skipToEnd(depth: Int) throws(Malformed) {
        guard depth <= Self.maximumDepth else { throw Malformed("nested over \(Self.maximumDepth) deep") }
        while reader.peek() != 0 {
            if let length = try head().length {
                _ = try reader.skip(length)
            } else {
                try skipToEnd(depth: depth + 1)
            }
        }
        guard try reader.number(2) == 0 else { throw Malformed("an end of contents with a length") }
    }
}
