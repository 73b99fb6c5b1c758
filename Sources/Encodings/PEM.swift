internal import FoundationEssentials

/// PEM text (RFC 7468).
package enum PEM {
    /// Why a text is not one block. Holds nothing of it.
    package enum Fault: Error, Sendable {
        /// Not exactly one block, or text around it.
        case notOneBlock
        /// What is in the block is not base64.
        case unreadable
    }

    /// What is in a text that is one block and nothing else, white space aside.
    package static func onlyBlock(in text: String) throws(Fault) -> (type: String, contents: [UInt8]) {
        let parts = text.split(separator: "-----", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].allSatisfy(\.isWhitespace), parts[4].allSatisfy(\.isWhitespace),
            parts[1].hasPrefix("BEGIN ")
        else { throw .notOneBlock }
        let type = parts[1].dropFirst("BEGIN ".count)
        guard parts[3].utf8.elementsEqual("END \(type)".utf8) else { throw .notOneBlock }
        guard let contents = Base64Text.decode(parts[2].filter { !$0.isWhitespace }) else { throw .unreadable }
        return (String(type), contents)
    }

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
