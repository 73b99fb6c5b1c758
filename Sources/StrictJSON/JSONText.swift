/// JSON to be written: members in the order they were given.
package indirect enum JSONText: Sendable, Equatable {
    case string(String)
    case number(Int)
    case bool(Bool)
    case null
    case array([JSONText])
    case object([(String, JSONText)])

    /// - Parameter pretty: with two spaces of indentation, as the reference service does unless told otherwise.
    package func encoded(pretty: Bool) -> [UInt8] {
        var text = ""
        write(to: &text, indentation: pretty ? 0 : nil)
        if pretty { text += "\n" }
        return Array(text.utf8)
    }

    private func write(to text: inout String, indentation: Int?) {
        switch self {
        case .string(let value): text += value.quotedForJSON
        case .number(let value): text += String(value)
        case .bool(let value): text += value ? "true" : "false"
        case .null: text += "null"
        case .array(let items):
            Self.write(items, to: &text, "[", "]", indentation) { item, text, inner in
                item.write(to: &text, indentation: inner)
            }
        case .object(let members):
            Self.write(members, to: &text, "{", "}", indentation) { member, text, inner in
                text += "\(member.0.quotedForJSON):\(inner == nil ? "" : " ")"
                member.1.write(to: &text, indentation: inner)
            }
        }
    }

    private static func write<Item>(
        _ items: [Item], to text: inout String, _ open: String, _ close: String, _ indentation: Int?,
        _ body: (Item, inout String, Int?) -> Void
    ) {
        text += open
        let inner = indentation.map { $0 + 2 }
        for (index, item) in items.enumerated() {
            if index > 0 { text += "," }
            if let inner { text += "\n" + String(repeating: " ", count: inner) }
            body(item, &text, inner)
        }
        if let indentation, !items.isEmpty { text += "\n" + String(repeating: " ", count: indentation) }
        text += close
    }

    package static func == (left: JSONText, right: JSONText) -> Bool {
        left.encoded(pretty: false) == right.encoded(pretty: false)
    }
}
