/// Reads bytes from front to back and never past the end. All parsers here get at bytes through it alone.
struct ByteReader {
    private let bytes: [UInt8]
    private(set) var offset: Int
    private let end: Int

    init(_ bytes: [UInt8]) { (self.bytes, offset, end) = (bytes, 0, bytes.count) }

    var remaining: Int { end - offset }
    var isAtEnd: Bool { offset == end }

    mutating func byte() throws(Malformed) -> UInt8 {
        guard offset < end else { throw Malformed("ends where another byte should be", at: offset) }
        defer { offset += 1 }
        return bytes[offset]
    }

    func peek() -> UInt8? { offset < end ? bytes[offset] : nil }

    /// - Parameter count: as read from the input, hence unsigned and compared with what is left before it is used.
    mutating func take(_ count: UInt64) throws(Malformed) -> [UInt8] {
        guard count <= UInt64(remaining) else {
            throw Malformed("promises \(count) bytes where \(remaining) are left", at: offset)
        }
        let start = offset
        offset += Int(count)
        return Array(bytes[start..<offset])
    }

    /// A big-endian number of `count` bytes, at most 8.
    mutating func number(_ count: Int) throws(Malformed) -> UInt64 {
        try take(UInt64(count)).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// What was read since `start`.
    func bytes(since start: Int) -> [UInt8] { Array(bytes[start..<offset]) }

    mutating func rest() -> [UInt8] {
        defer { offset = end }
        return Array(bytes[offset..<end])
    }
}

/// Input that is not what it should be. Carries words for people, never the input.
package struct Malformed: Error, Equatable {
    package let detail: String

    init(_ detail: String, at offset: Int? = nil) {
        self.detail = offset.map { "\(detail) (at byte \($0))" } ?? detail
    }
}
