/// Bytes as pairs of hexadecimal digits.
package enum Hexadecimal {
    /// Not kept: a literal costs nothing, and what is kept is asked at each use whether it is set up.
    private static var digits: String { "0123456789abcdef" }

    /// Lower case, two digits a byte.
    package static func encode(_ bytes: [UInt8]) -> String {
        let digits = Self.digits
        let span = digits.utf8Span.span
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.append(span[Int(byte >> 4)])
            text.append(span[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether a text is what ``encode(_:)`` gives for bytes.
    package static func isEncoding(_ text: String, of bytes: [UInt8]) -> Bool {
        guard text.utf8.count == 2 * bytes.count else { return false }
        let digits = Self.digits
        let (found, span) = (text.utf8Span.span, digits.utf8Span.span)
        for (index, byte) in bytes.enumerated() {
            guard found[2 * index] == span[Int(byte >> 4)], found[2 * index + 1] == span[Int(byte & 15)] else {
                return false
            }
        }
        return true
    }

    /// - Returns: nil for an odd number of digits and for other characters. Either case is read.
    package static func decode(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap { $0 < 0x80 ? Character(Unicode.Scalar($0)).hexDigitValue : nil }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
