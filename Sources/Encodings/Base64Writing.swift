/// Base64 (RFC 4648 sections 4 and 5) in either alphabet.
package enum Base64Alphabet: Sendable {
    /// With `+` and `/`.
    case standard
    /// With `-` and `_`.
    case urlSafe

    private var characters: String {
        switch self {
        case .standard: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        case .urlSafe: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        }
    }

    /// Adds the text of `bytes`, without padding, to another one.
    package func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        let start = text.count
        text.append(addingCapacity: (bytes.count * 4 + 2) / 3) { text in
            text.append(repeating: 0, count: (bytes.count * 4 + 2) / 3)
        }
        let characters = characters
        var span = text.mutableSpan
        Self.write(bytes.span, in: characters.utf8Span.span, to: &span, from: start)
    }

    private static func write(
        _ bytes: Span<UInt8>, in characters: Span<UInt8>, to text: inout MutableSpan<UInt8>, from start: Int
    ) {
        var (place, index) = (start, 0)
        while bytes.count - index >= 3 {
            let group = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
            text[place] = characters[group >> 18]
            text[place + 1] = characters[group >> 12 & 63]
            text[place + 2] = characters[group >> 6 & 63]
            text[place + 3] = characters[group & 63]
            (place, index) = (place + 4, index + 3)
        }
        // What is left are no bytes, one, or two.
        var (pending, width) = (0, 0)
        while index < bytes.count {
            (pending, width) = (pending << 8 | Int(bytes[index]), width + 8)
            index += 1
        }
        while width > 0 {
            width -= 6
            text[place] = characters[(width < 0 ? pending << -width : pending >> width) & 63]
            place += 1
        }
    }
}
