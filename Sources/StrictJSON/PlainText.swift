/// Bytes that stand for themselves in a JSON string: all but quotes, backslashes and control characters
/// (RFC 8259 section 7).
enum PlainText {
    /// Looked at together, without asking after each: what the compiler makes of it takes many bytes at once.
    private static let stride = 32

    static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Whether all bytes of a text are such.
    static func isAll(of text: Span<UInt8>) -> Bool {
        // Without an end at the first that is not, for the same reason.
        var special: UInt8 = 0
        for index in text.indices { special |= mark(text[index]) }
        return special == 0
    }

    /// Not zero for a byte that does not stand for itself; as one expression without a choice, or bytes would be looked at
    /// one by one after all.
    private static func mark(_ byte: UInt8) -> UInt8 {
        (byte < 0x20 ? 1 : 0) | (byte == UInt8(ascii: "\"") ? 1 : 0) | (byte == UInt8(ascii: "\\") ? 1 : 0)
    }

    /// The run of such bytes from `start` on: where it ends, and whether all of them are ASCII.
    static func run(in text: [UInt8], from start: Int) -> (end: Int, isASCII: Bool) {
        let text = text.span
        var (place, all) = (start, UInt8(0))
        while text.count - place >= stride {
            var (special, some) = (UInt8(0), UInt8(0))
            for offset in 0..<stride {
                let byte = text[place &+ offset]
                special |= mark(byte)
                some |= byte
            }
            guard special == 0 else { break }
            all |= some
            place += stride
        }
        while place < text.count, isPlain(text[place]) {
            all |= text[place]
            place += 1
        }
        return (place, all < 0x80)
    }
}
