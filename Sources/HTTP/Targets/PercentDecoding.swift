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
        try decode(bytes: text.utf8, plusIsSpace: plusIsSpace)
    }

    /// The same for the bytes of a text.
    static func decode(
        bytes text: some Collection<UInt8>, plusIsSpace: Bool = false
    ) throws(PercentDecodingError) -> String {
        // Most texts have nothing to decode.
        if text.allSatisfy({ 0x01...0x7F ~= $0 && $0 != 0x25 && $0 != 0x2B }) {
            return String(decoding: text, as: UTF8.self)
        }
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
