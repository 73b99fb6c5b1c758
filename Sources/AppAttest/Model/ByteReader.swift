/// Reads bytes from front to back and never past the end. All parsers here get at bytes through it alone.
///
/// A reader may be of a part of an array; it copies only what it is asked for.
struct ByteReader {
    private let bytes: [UInt8]
    private let start: Int
    private var position: Int
    private let end: Int

    init(_ bytes: [UInt8]) { self.init(bytes, bytes.indices) }

    /// - Parameter part: places in `bytes`.
    init(_ bytes: [UInt8], _ part: Range<Int>) {
        (self.bytes, start, position, end) = (bytes, part.lowerBound, part.lowerBound, part.upperBound)
    }

    /// How many bytes were read.
    var offset: Int { position - start }
    var remaining: Int { end - position }
    var isAtEnd: Bool { position == end }

    @inline(__always) mutating func byte() throws(Malformed) -> UInt8 {
        guard position < end else { throw Malformed("ends where another byte should be", at: offset) }
        defer { position += 1 }
        return bytes[position]
    }

    @inline(__always) func peek() -> UInt8? { position < end ? bytes[position] : nil }

    /// - Parameter count: as read from the input, hence unsigned and compared with what is left before it is used.
    mutating func take(_ count: UInt64) throws(Malformed) -> [UInt8] { Array(bytes[try skip(count)]) }

    /// The same, without a copy.
    mutating func takeInPlace(_ count: UInt64) throws(Malformed) -> ArraySlice<UInt8> { bytes[try skip(count)] }

    /// Passes over bytes.
    /// - Parameter count: as in ``take(_:)``.
    /// - Returns: their places in the array.
    @inline(__always) mutating func skip(_ count: UInt64) throws(Malformed) -> Range<Int> {
        guard count <= UInt64(remaining) else {
            throw Malformed("promises \(count) bytes where \(remaining) are left", at: offset)
        }
        let first = position
        position += Int(count)
        return first..<position
    }

    /// The next element of BER or DER, if it has the plain form of almost all: a tag number of at most 14 bits, a length of
    /// at most 16, both in their shortest form, and contents that are all there. Nil for any other, good or bad, of which
    /// nothing is read.
    @inline(__always) mutating func plainElement() -> DERElement? {
        guard end - position >= 2 else { return nil }
        let identifier = bytes[position]
        var (next, tagNumber) = (position + 1, UInt32(identifier & 0x1F))
        guard tagNumber != 0 || identifier & 0xC0 != 0 else { return nil }
        if tagNumber == 0x1F {
            guard end - next >= 3 else { return nil }
            let (first, second) = (bytes[next], bytes[next + 1])
            if first < 0x80 {
                guard first >= 0x1F else { return nil }
                (next, tagNumber) = (next + 1, UInt32(first))
            } else {
                guard first != 0x80, second < 0x80 else { return nil }
                (next, tagNumber) = (next + 2, UInt32(first & 0x7F) << 7 | UInt32(second))
            }
        }
        var length = Int(bytes[next])
        next += 1
        if length >= 0x80 {
            guard end - next >= 2 else { return nil }
            if length == 0x81 {
                length = Int(bytes[next])
                next += 1
                guard length >= 0x80 else { return nil }
            } else {
                guard length == 0x82, bytes[next] != 0 else { return nil }
                length = Int(bytes[next]) << 8 | Int(bytes[next + 1])
                next += 2
            }
        }
        guard length <= end - next else { return nil }
        let start = position
        position = next + length
        return DERElement(
            identifier, tagNumber: tagNumber, in: bytes, encoding: start..<position, contents: next..<position)
    }

    /// A big-endian number of `count` bytes, at most 8.
    mutating func number(_ count: Int) throws(Malformed) -> UInt64 {
        bytes[try skip(UInt64(count))].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The places of what was read since an offset.
    func places(since offset: Int) -> Range<Int> { (start + offset)..<position }

    mutating func rest() -> [UInt8] {
        defer { position = end }
        return Array(bytes[position..<end])
    }

    /// The array that places are in.
    var whole: [UInt8] { bytes }
}

/// Input that is not what it should be. Carries words for people, never the input.
package struct Malformed: Error, Equatable {
    package let detail: String

    init(_ detail: String, at offset: Int? = nil) {
        self.detail = offset.map { "\(detail) (at byte \($0))" } ?? detail
    }
}
