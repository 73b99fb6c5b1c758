/// A value of a message that was read by its schema.
package enum FieldValue: Sendable, Equatable {
    case text(String)
    case bytes([UInt8])
    case bool(Bool)
    case integer(Int64)
    /// A duration, or a moment since 1970.
    case seconds(Int64)
    case message(Message)
    case list([FieldValue])
}

/// A message that was read by its schema: only fields that it has, each of its type. Unset fields, and those given as
/// `null`, are absent.
package struct Message: Sendable, Equatable {
    /// By original name.
    private var values: [String: FieldValue]

    package init(_ values: [String: FieldValue] = [:]) { self.values = values }

    package subscript(field: String) -> FieldValue? { values[field] }

    package func has(_ field: String) -> Bool { values[field] != nil }

    /// The text of a field of type string or enumeration.
    package func text(_ field: String) -> String? {
        guard case .text(let text)? = values[field] else { return nil }
        return text
    }

    /// Empty if unset.
    package func bytes(_ field: String) -> [UInt8] {
        guard case .bytes(let bytes)? = values[field] else { return [] }
        return bytes
    }

    /// False if unset.
    package func bool(_ field: String) -> Bool { values[field] == .bool(true) }

    package func integer(_ field: String) -> Int64? {
        guard case .integer(let number)? = values[field] else { return nil }
        return number
    }

    package func seconds(_ field: String) -> Int64? {
        guard case .seconds(let seconds)? = values[field] else { return nil }
        return seconds
    }

    package func message(_ field: String) -> Message? {
        guard case .message(let message)? = values[field] else { return nil }
        return message
    }

    /// The elements of a list; none if unset.
    package func list(_ field: String) -> [FieldValue] {
        guard case .list(let elements)? = values[field] else { return [] }
        return elements
    }

    /// The elements of a list of texts; nil if unset.
    package func texts(_ field: String) -> [String]? {
        guard has(field) else { return nil }
        return list(field).compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// The field `etag`; nil if it is unset or empty.
    package var etag: String? { text("etag").flatMap { $0.isEmpty ? nil : $0 } }
}
