private import Encodings

/// base64url without padding (RFC 4648 section 5, RFC 7515 section 2).
///
/// Decoding is strict, so that a text and its bytes correspond one to one and no token has a second spelling.
package enum Base64URL {
    /// The text of `bytes`, without padding.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        Base64Alphabet.urlSafe.append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of `text`; nil for padding, other characters, an impossible length, or unused bits that are not zero.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var (pending, width) = (UInt32(0), 0)
        for character in text {
            guard let value = value(of: character) else { return nil }
            (pending, width) = (pending << 6 | value, width + 6)
            if width >= 8 {
                width -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(width)))
            }
        }
        guard pending & ((1 << UInt32(width)) - 1) == 0 else { return nil }
        return bytes
    }

    /// The same for a text.
    package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)[...]) }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
