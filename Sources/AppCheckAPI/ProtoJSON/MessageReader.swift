internal import Encodings
internal import StrictJSON

/// Reads the JSON form of a proto3 message by its schema: each field by its lowerCamelCase or its original snake_case
/// name, nothing unknown, nothing twice, `null` for unset.
package enum MessageReader {
    /// - Parameters:
    ///   - body: may be empty, which is the empty message.
    ///   - required: original names of the fields that must be there and not be empty.
    package static func read(
        _ body: [UInt8], as schema: MessageSchema, requiring required: [String] = []
    ) throws(APIError) -> Message {
        var message = Message()
        if !body.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) {
            message = try read(try object(body), as: schema, at: "")
        }
        try message.require(required, at: "")
        return message
    }

    private static func object(_ body: [UInt8]) throws(APIError) -> JSONObject {
        let value: JSONValue
        do { value = try JSONReader.read(body, maximumElements: 1024) } catch {
            throw .invalid(.invalidJSON, "Invalid JSON payload received. Unexpected token, or a name given twice.")
        }
        guard case .object(let object) = value else {
            throw .invalid(.invalidJSON, "Invalid JSON payload received. Expected an object.")
        }
        return object
    }

    /// - Parameter path: of the message within the whole; empty for the whole.
    private static func read(
        _ object: JSONObject, as schema: MessageSchema, at path: String
    ) throws(APIError) -> Message {
        if object.members.isEmpty { return Message() }
        var values: [String: FieldValue] = [:]
        values.reserveCapacity(object.members.count)
        var seen = [Bool](repeating: false, count: schema.fields.count)
        var violations: [FieldViolation] = []
        for member in object.members {
            let known = schema.fields.firstIndex {
                member.name.isExactly($0.name) || member.name.isExactly($0.jsonName)
            }
            guard let known else {
                violations.append(unknown(String(member.name.prefix(100)), at: path))
                continue
            }
            let field = schema.fields[known]
            let place = path.isEmpty ? field.name : "\(path).\(field.name)"
            guard !seen[known] else {
                throw .invalidField(place, .duplicateField, "Invalid value at '\(place)', the field is given twice.")
            }
            seen[known] = true
            guard member.value != .null else { continue }
            let value = try read(member.value, as: field.type, at: place)
            // What only answers have may come back with a resource that was read; it is not looked at.
            if field.behavior != .outputOnly { values[field.name] = value }
        }
        guard violations.isEmpty else { throw .violations(.unknownField, violations) }
        return Message(values)
    }

    private static func unknown(_ name: String, at path: String) -> FieldViolation {
        let place = path.isEmpty ? "" : " at '\(path)'"
        return FieldViolation(
            path.isEmpty ? name : "\(path).\(name)",
            "Invalid JSON payload received. Unknown name \(name.quotedForJSON)\(place): Cannot find field.")
    }

    private static func read(
        _ value: JSONValue, as type: FieldType, at place: String
    ) throws(APIError) -> FieldValue {
        switch (type, value) {
        case (.bool, .bool(let value)): return .bool(value)
        case (.integer(let range), .integer(let number)) where range.contains(number): return .integer(number)
        case (.list(let element, let most), .array(let items)):
            guard items.count <= most else {
                throw .invalidField(place, .invalidValue, "Invalid value at '\(place)', at most \(most) are taken.")
            }
            var elements: [FieldValue] = []
            for (index, item) in items.enumerated() {
                elements.append(try read(item, as: element, at: "\(place)[\(index)]"))
            }
            return .list(elements)
        case (.message(let schema), .object(let object)):
            let message = try read(object, as: schema, at: place)
            try message.require(schema.required, at: "\(place).")
            return .message(message)
        case (.texts, .object), (.anything, _): return .message(Message())
        case (_, .string(let text)): return try ScalarText.read(text, as: type, at: place)
        default: throw .mismatch(place, type)
        }
    }
}

extension Message {
    /// - Parameter place: what comes before the names of fields.
    fileprivate func require(_ required: [String], at place: String) throws(APIError) {
        for field in required where isEmpty(field) {
            throw .invalidField(
                place + field, .missingField, "Missing required field '\(place)\(field)'.")
        }
    }

    private func isEmpty(_ field: String) -> Bool {
        switch self[field] {
        case nil, .text(""), .bytes([]), .list([]): true
        case .text, .bytes, .list, .bool, .integer, .seconds, .message: false
        }
    }
}
