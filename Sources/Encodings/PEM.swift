internal import FoundationEssentials

/// Writes PEM text (RFC 7468).
package enum PEM {
    /// Lines of 64 characters, with a newline at the end.
    package static func block(_ type: String, _ der: [UInt8]) -> String {
        var lines: [Substring] = []
        let base64 = Data(der).base64EncodedString()
        var rest = base64[...]
        while !rest.isEmpty {
            lines.append(rest.prefix(64))
            rest = rest.dropFirst(64)
        }
        return "-----BEGIN \(type)-----\n\(lines.joined(separator: "\n"))\n-----END \(type)-----\n"
    }
}
