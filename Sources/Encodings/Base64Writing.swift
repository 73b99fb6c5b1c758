/// Base64 (RFC 4648 sections 4 and 5) in either alphabet.
package enum Base64Alphabet: Sendable {
    /// With `+` and `/`.
    case standard
    /// With `-` and `_`.
    case urlSafe

    private static let standardCharacters = characters(endingIn: "+/")
    private static let urlSafeCharacters = characters(endingIn: "-_")

    private static func characters(endingIn last: String) -> [UInt8] {
        Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(last)".utf8)
    }

    /// Adds the text of `bytes`, without padding, to another one.
    package func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        let characters =
            switch self {
            case .standard: Self.standardCharacters
            case .urlSafe: Self.urlSafeCharacters
            }
        var (place, index) = (text.count, 0)
        text.append(contentsOf: repeatElement(0, count: (bytes.count * 4 + 2) / 3))
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
        for byte in bytes[index...] { (pending, width) = (pending << 8 | Int(byte), width + 8) }
        while width > 0 {
            width -= 6
            text[place] = characters[(width < 0 ? pending << -width : pending >> width) & 63]
            place += 1
        }
    }
}
