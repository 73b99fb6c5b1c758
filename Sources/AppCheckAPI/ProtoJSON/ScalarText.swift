internal import Encodings
internal import StrictJSON

/// Reads values that are written as text: in JSON strings, and all values of a query.
enum ScalarText {
    /// - Parameter place: the path of the field, by original names.
    static func read(_ text: String, as type: FieldType, at place: String) throws(APIError) -> FieldValue {
        switch type {
        case .string, .fieldMask: return .text(text)
        case .enumeration(let names):
            guard names.contains(where: text.isExactly) else { throw .mismatch(place, type) }
            return .text(text)
        case .bytes:
            guard let bytes = Base64Text.decode(text) else {
                throw .invalidField(
                    place, .invalidValue, "Invalid value at '\(place)' (TYPE_BYTES), Base64 decoding failed.")
            }
            return .bytes(bytes)
        case .duration(let range):
            guard let seconds = ProtoDuration.read(text) else { throw .mismatch(place, type) }
            guard range.contains(seconds) else {
                throw .invalidField(
                    place, .invalidValue,
                    "Invalid value at '\(place)', expected \(range.lowerBound)s to \(range.upperBound)s.")
            }
            return .seconds(seconds)
        case .timestamp:
            guard let seconds = ProtoTimestamp.read(text) else { throw .mismatch(place, type) }
            return .seconds(seconds)
        case .date:
            guard let day = ProtoDate.read(text) else { throw .mismatch(place, type) }
            return .integer(day)
        case .bool, .integer, .message, .list, .texts, .anything: throw .mismatch(place, type)
        }
    }

    /// The same for a query, where numbers and booleans are text too.
    static func readQuery(_ text: String, as type: FieldType, at place: String) throws(APIError) -> FieldValue {
        switch type {
        case .bool:
            guard text == "true" || text == "false" else { throw .mismatch(place, type) }
            return .bool(text == "true")
        case .integer(let range):
            let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
            guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int64(text), range.contains(number)
            else { throw .mismatch(place, type) }
            return .integer(number)
        case .string, .fieldMask, .enumeration, .bytes, .duration, .timestamp, .date, .message, .list, .texts,
            .anything:
            return try read(text, as: type, at: place)
        }
    }
}

extension APIError {
    /// A value that is not of the field's type.
    static func mismatch(_ place: String, _ type: FieldType) -> APIError {
        .invalidField(place, .invalidValue, "Invalid value at '\(place)' (\(type.protoName)), expected \(type.words).")
    }
}

extension FieldType {
    /// As descriptors of messages name it.
    var protoName: String {
        switch self {
        case .string, .date: "TYPE_STRING"
        case .bytes: "TYPE_BYTES"
        case .bool: "TYPE_BOOL"
        case .integer: "TYPE_INT32"
        case .enumeration: "TYPE_ENUM"
        case .list(let element, _): element.protoName
        case .duration, .timestamp, .fieldMask, .message, .texts, .anything: "TYPE_MESSAGE"
        }
    }

    /// What it looks like in JSON.
    var words: String {
        switch self {
        case .string, .bytes, .fieldMask: "a string"
        case .bool: "true or false"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .duration: "whole seconds such as \"3600s\""
        case .timestamp: "an RFC 3339 timestamp such as \"2030-01-31T12:00:00Z\""
        case .date: "a day such as \"2030-01-31\""
        case .enumeration(let names): "one of \(names.joined(separator: ", "))"
        case .message, .texts, .anything: "an object"
        case .list: "an array"
        }
    }
}
