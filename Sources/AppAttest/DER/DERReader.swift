/// Reads DER strictly: definite and shortest lengths, shortest tag numbers, nothing left over.
package struct DERReader {
    private var reader: ByteReader
    private let what: StaticString

    /// - Parameter what: named in messages.
    package init(_ bytes: [UInt8], _ what: StaticString) { (reader, self.what) = (ByteReader(bytes), what) }

    /// A reader of an element's contents.
    package init(inside element: DERElement, _ what: StaticString) { (reader, self.what) = (element.reader, what) }

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
            let identifier = try reader.byte()
            guard identifier & 0xDF != 0 else { throw Malformed("the tag that ends indefinite lengths") }
            let tagNumber = try Self.tagNumber(identifier, from: &reader)
            let length = try length()
            let contents = try reader.skip(length)
            return DERElement(
                identifier, tagNumber: tagNumber, in: reader.whole, encoding: reader.places(since: start),
                contents: contents)
        } catch { throw Malformed("\(what): \(error.detail)") }
    }

    /// The next element if it is a context-specific one of that number, as OPTIONAL fields are.
    package mutating func nextContext(_ number: UInt32, constructed: Bool) throws(Malformed) -> DERElement? {
        guard number < 31, reader.peek() == 0x80 | (constructed ? 0x20 : 0) | UInt8(number) else { return nil }
        return try next()
    }

    /// The next element, which must be of that universal type.
    package mutating func next(_ tag: DERTag) throws(Malformed) -> DERElement {
        let element = try next()
        guard element.isUniversal(tag) else { throw Malformed("\(what): expected \(tag), found another type") }
        return element
    }

    /// The next element if it is of that universal type, as OPTIONAL fields are.
    package mutating func nextIfPresent(_ tag: DERTag) throws(Malformed) -> DERElement? {
        guard reader.peek() == tag.identifier else { return nil }
        return try next()
    }

    /// A reader of the contents of the next element, which must be a SEQUENCE.
    package mutating func sequence(_ what: StaticString) throws(Malformed) -> DERReader {
        DERReader(inside: try next(.sequence), what)
    }

    /// The number of a tag whose identifier octet was read, in its shortest form as BER demands it too.
    static func tagNumber(_ identifier: UInt8, from reader: inout ByteReader) throws(Malformed) -> UInt32 {
        guard identifier & 0x1F == 0x1F else { return UInt32(identifier & 0x1F) }
        var number: UInt32 = 0
        for position in 0..<4 {
            let byte = try reader.byte()
            guard position > 0 || byte != 0x80 else { throw Malformed("tag number with leading zeros") }
            number = number << 7 | UInt32(byte & 0x7F)
            if byte & 0x80 == 0 {
                guard number >= 31 else { throw Malformed("tag number not in its shortest form") }
                return number
            }
        }
        throw Malformed("tag number over 28 bits")
    }

    private mutating func length() throws(Malformed) -> UInt64 {
        let first = try reader.byte()
        guard first & 0x80 != 0 else { return UInt64(first) }
        let count = Int(first & 0x7F)
        guard count != 0 else { throw Malformed("indefinite length") }
        guard count <= 4 else { throw Malformed("length of \(count) bytes") }
        let length = try reader.number(count)
        guard length >= 0x80, length >> (8 * UInt64(count - 1)) != 0 else {
            throw Malformed("length not in its shortest form")
        }
        return length
    }
}
