/// Why a percent-encoded text cannot be read.
package enum PercentDecodingError: Error, Sendable, Equatable {
    /// A `%` without two hexadecimal digits after it.
    case badEscape
    /// The decoded bytes are not UTF-8.
    case notUTF8
    /// A zero byte, plain or escaped: it would end the text early for a reader written in C.
    case nul
}

/// Percent decoding (RFC 3986 section 2.1), once and strictly: what cannot be decoded is an error, not a literal.
package enum PercentDecoding {
    /// - Parameter plusIsSpace: `+` stands for a space, as in query strings written by HTML forms.
    package static func decode(
        _ text: some StringProtocol, plusIsSpace: Bool = false
    ) throws(PercentDecodingError) -> String {
        // Most texts have nothing to decode.
        if text.utf8.allSatisfy({ isPlain($0) && $0 != 0x2B }) { return String(text) }
        return try decode(text.utf8, plusIsSpace: plusIsSpace)
    }

    /// The same for the bytes of a text in which `+` stands for itself.
    static func decode(_ text: Span<UInt8>) throws(PercentDecodingError) -> String {
        if let plain = plain(text) { return plain }
        return try decode(
            [UInt8](capacity: text.count) { copy in
                for index in text.indices { copy.append(text[index]) }
            }, plusIsSpace: false)
    }

    /// The text itself, if there is nothing to decode in it.
    private static func plain(_ text: Span<UInt8>) -> String? {
        // As one expression without a choice, so that the compiler can take many bytes at once.
        var special: UInt8 = 0
        for index in text.indices {
            let byte = text[index]
            special |= (byte == 0 ? 1 : 0) | (byte == 0x25 ? 1 : 0) | (byte & 0x80)
        }
        guard special == 0 else { return nil }
        do { return String(copying: try UTF8Span(validating: text)) } catch { return nil }
    }

    private static func isPlain(_ byte: UInt8) -> Bool { 0x01...0x7F ~= byte && byte != 0x25 }

    private static func decode(
        _ text: some Collection<UInt8>, plusIsSpace: Bool
    ) throws(PercentDecodingError) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case 0x25:
                guard let high = rest.next().flatMap(hexadecimal), let low = rest.next().flatMap(hexadecimal) else {
                    throw .badEscape
                }
                bytes.append(high << 4 | low)
            case 0x2B where plusIsSpace: bytes.append(0x20)
            default: bytes.append(byte)
            }
        }
        guard !bytes.contains(0) else { throw .nul }
        guard let decoded = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        return decoded
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
