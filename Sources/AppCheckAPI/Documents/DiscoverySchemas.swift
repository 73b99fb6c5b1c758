internal import StrictJSON

/// The messages of an API in the words of discovery documents.
enum DiscoverySchemas {
    static func all(of api: DescribedAPI) -> JSONText {
        var requests = MessageCollection(version: api.version)
        var all = MessageCollection(version: api.version)
        for method in api.methods {
            if let request = method.request {
                requests.add(request)
                all.add(request)
            }
            all.add(method.response)
        }
        return .object(
            all.messages.map { name, message in
                // Where a message is only ever an answer, all of it is read-only, and nobody says so.
                (name, schema(of: message, named: name, in: api.version, marking: requests.contains(message)))
            })
    }

    private static func schema(
        of message: MessageSchema, named name: String, in version: APIVersion, marking isMarking: Bool
    ) -> JSONText {
        let properties = message.fields(in: version).map { field in
            var property = members(of: field.type, in: version)
            property.append(("description", .string(field.meaning)))
            if isMarking, field.behavior == .outputOnly { property.append(("readOnly", .bool(true))) }
            if field.isLegacy { property.append(("deprecated", .bool(true))) }
            return (field.jsonName, JSONText.object(property))
        }
        return .object([("id", .string(name)), ("type", .string("object")), ("properties", .object(properties))])
    }

    /// What a schema says about a type.
    static func members(of type: FieldType, in version: APIVersion) -> [(String, JSONText)] {
        func string(_ format: String) -> [(String, JSONText)] {
            [("type", .string("string")), ("format", .string(format))]
        }
        switch type {
        case .string: return [("type", .string("string"))]
        case .bytes: return string("byte")
        case .bool: return [("type", .string("boolean"))]
        case .integer(let range):
            let format = range.upperBound > Int64(Int32.max) ? "uint32" : "int32"
            return [("type", .string("integer")), ("format", .string(format))]
        case .duration: return string("google-duration")
        case .timestamp: return string("google-datetime")
        case .date: return string("date")
        case .enumeration(let names):
            return [("type", .string("string")), ("enum", DiscoveryDocument.texts(names))]
        case .fieldMask: return string("google-fieldmask")
        case .message(let message): return [("$ref", .string(message.name(in: version)))]
        case .list(let element, _):
            return [("type", .string("array")), ("items", .object(members(of: element, in: version)))]
        case .texts:
            return [
                ("type", .string("object")), ("additionalProperties", .object([("type", .string("string"))])),
            ]
        case .anything: return [("type", .string("any"))]
        }
    }
}
