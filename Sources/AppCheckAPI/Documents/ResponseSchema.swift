internal import StrictJSON

/// Messages as they are answered, as JSON Schema. Fields without a value are left out, so none is said to be there; and
/// clients must bear more fields than they know.
enum ResponseSchema {
    static func message(_ message: MessageSchema, in version: APIVersion) -> JSONText {
        let properties = message.fields(in: version).filter { $0.behavior != .inputOnly }.map { field in
            var property = members(of: field.type, in: version)
            property.append(("description", .string(field.meaning)))
            if field.behavior == .outputOnly { property.append(("readOnly", .bool(true))) }
            if field.isLegacy { property.append(("deprecated", .bool(true))) }
            return (field.jsonName, JSONText.object(property))
        }
        return .object([("type", .string("object")), ("properties", .object(properties))])
    }

    static func reference(to message: MessageSchema, in version: APIVersion) -> JSONText {
        .object([("$ref", .string("#/components/schemas/\(message.name(in: version))"))])
    }

    private static func members(of type: FieldType, in version: APIVersion) -> [(String, JSONText)] {
        func string(_ more: (String, JSONText)...) -> [(String, JSONText)] { [("type", .string("string"))] + more }
        switch type {
        case .string, .fieldMask: return string()
        case .bytes:
            return string(("contentEncoding", .string("base64")), ("pattern", .string(TextPattern.paddedBase64)))
        case .bool: return [("type", .string("boolean"))]
        case .integer(let range):
            return [
                ("type", .string("integer")), ("minimum", .number(Int(range.lowerBound))),
                ("maximum", .number(Int(range.upperBound))),
            ]
        case .duration: return string(("pattern", .string(TextPattern.wholeSeconds)))
        case .timestamp: return string(("format", .string("date-time")))
        case .date: return string(("format", .string("date")))
        case .enumeration(let names): return string(("enum", DiscoveryDocument.texts(names)))
        case .message(let message): return [("$ref", .string("#/components/schemas/\(message.name(in: version))"))]
        case .list(let element, let most):
            return [
                ("type", .string("array")), ("items", .object(members(of: element, in: version))),
                ("maxItems", .number(most)),
            ]
        case .texts:
            return [
                ("type", .string("object")), ("additionalProperties", .object([("type", .string("string"))])),
            ]
        case .anything: return []
        }
    }
}
