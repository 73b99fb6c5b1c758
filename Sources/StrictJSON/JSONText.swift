internal import Encodings

/// JSON to be written: members in the order they were given.
package enum JSONText: Sendable, Equatable {
    case string(String)
    /// Bytes, as a string in Base64: standard alphabet, padded.
    case base64([UInt8])
    case number(Int)
    case bool(Bool)
    case null
    case array([JSONText])
    case object([(String, JSONText)])

    /// - Parameter pretty: with two spaces of indentation, as the reference service does unless told otherwise.
    package func encoded(pretty: Bool) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(Self.usualByteCount)
        write(to: &text, indentation: pretty ? 0 : nil)
        if pretty { text.append(UInt8(ascii: "\n")) }
        return text
    }

    /// Most answers are shorter than that. With what an array keeps before its bytes it is what the C library hands out
    /// from a list of its own for each thread: at most 1,032 bytes.
    private static let usualByteCount = 992

    private func write(to text: inout [UInt8], indentation: Int?) {
        switch self {
        case .string(let value): text.append(quotedForJSON: value)
        case .base64(let bytes):
            text.append(UInt8(ascii: "\""))
            Base64Text.append(bytes, to: &text)
            text.append(UInt8(ascii: "\""))
        case .number(let value): text += String(value).utf8
        case .bool(let value): text += value ? "true".utf8 : "false".utf8
        case .null: text += "null".utf8
        case .array(let items):
            text.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                Self.begin(index, &text, indentation)
                item.write(to: &text, indentation: indentation.map { $0 + 2 })
            }
            Self.end(isEmpty: items.isEmpty, &text, indentation)
            text.append(UInt8(ascii: "]"))
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                Self.begin(index, &text, indentation)
                text.append(quotedForJSON: member.0)
                text.append(UInt8(ascii: ":"))
                if indentation != nil { text.append(UInt8(ascii: " ")) }
                member.1.write(to: &text, indentation: indentation.map { $0 + 2 })
            }
            Self.end(isEmpty: members.isEmpty, &text, indentation)
            text.append(UInt8(ascii: "}"))
        }
    }

    /// What comes before an item or member.
    private static func begin(_ index: Int, _ text: inout [UInt8], _ indentation: Int?) {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        if let indentation { newLine(&text, indentation + 2) }
    }

    /// What comes after the last of them.
    private static func end(isEmpty: Bool, _ text: inout [UInt8], _ indentation: Int?) {
        if let indentation, !isEmpty { newLine(&text, indentation) }
    }

    private static func newLine(_ text: inout [UInt8], _ indentation: Int) {
        text.append(UInt8(ascii: "\n"))
        for _ in 0..<indentation { text.append(UInt8(ascii: " ")) }
    }

    package static func == (left: JSONText, right: JSONText) -> Bool {
        left.encoded(pretty: false) == right.encoded(pretty: false)
    }
}
