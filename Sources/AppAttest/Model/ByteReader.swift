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
