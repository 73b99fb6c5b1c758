extension String {
    /// The text as a JSON string, quotes included (RFC 8259 section 7).
    package var quotedForJSON: String {
        var quoted: [UInt8] = []
        quoted.reserveCapacity(utf8.count + 2)
        quoted.append(quotedForJSON: self)
        return String(decoding: quoted, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Adds a text as a JSON string, quotes included (RFC 8259 section 7).
    package mutating func append(quotedForJSON text: String) {
        append(UInt8(ascii: "\""))
        let bytes = text.utf8Span.span
        // Tokens and names hold nothing to escape, and most of what is written are those.
        if PlainText.isAll(of: bytes) {
            append(contentsOf: text.utf8)
        } else {
            for index in bytes.indices { append(escapedForJSON: bytes[index]) }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escapedForJSON byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): self += [UInt8(ascii: "\\"), byte]
        case 0x00...0x1F:
            self += "\\u00".utf8
            append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            append(contentsOf: String(byte & 0x0F, radix: 16).utf8)
        default: append(byte)
        }
    }
}
