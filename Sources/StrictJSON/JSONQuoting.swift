extension String {
    /// The text as a JSON string, quotes included (RFC 8259 section 7).
    package var quotedForJSON: String {
        // Tokens and base64 hold nothing to escape, and most of what is written are those.
        guard utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
            return "\"\(self)\""
        }
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{00}"..."\u{0F}": quoted += "\\u000\(String(scalar.value, radix: 16))"
            case "\u{10}"..."\u{1F}": quoted += "\\u00\(String(scalar.value, radix: 16))"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
