internal import StrictJSON

/// What a body or a parameter may be, as JSON Schema (draft 2020-12): exactly what the readers take, by the lowerCamelCase
/// names alone.
enum RequestSchema {
    /// Of a method's whole body.
    static func body(_ message: MessageSchema, of method: APIMethod, in version: APIVersion) -> JSONText {
        .object(members(of: message, requiring: method.required, updating: method.updatable, in: version))
    }

    /// Of a parameter of the query.
    static func parameter(_ type: FieldType, isRequired: Bool) -> JSONText {
        .object(members(of: type, isRequired: isRequired, isNullable: false, in: .v1))
    }

    /// - Parameters:
    ///   - required: original names of the fields that must be there.
    ///   - updatable: original names of the fields that an update can change; nil for what is no update.
    private static func members(
        of message: MessageSchema, requiring required: [String] = [], updating updatable: [String]? = nil,
        in version: APIVersion
    ) -> [(String, JSONText)] {
        let fields = message.fields(in: version)
        let properties = fields.map { field in
            let isFixed = updatable.map { !$0.contains(field.name) } ?? false
            return (
                field.jsonName,
                property(field, isRequired: required.contains(field.name), isFixed: isFixed, in: version)
            )
        }
        let names = fields.filter { required.contains($0.name) }.map(\.jsonName)
        return [("type", .string("object")), ("properties", .object(properties))]
            + (names.isEmpty ? [] : [("required", DiscoveryDocument.texts(names))])
            + [("additionalProperties", .bool(false))] + alternatives(of: message)
    }

    /// - Parameter isFixed: whether it is a field of an update that cannot change it.
    private static func property(
        _ field: FieldSchema, isRequired: Bool, isFixed: Bool, in version: APIVersion
    ) -> JSONText {
        var (type, meaning) = (field.type, field.meaning)
        switch field.behavior {
        case .inputOnly where isFixed:
            return .object([("type", .string("null")), ("description", .string("Cannot be changed."))])
        case .immutable where isFixed:
            if case .string = type { type = .string(.any) }
            meaning = "Taken as it was read, and not looked at. \(meaning)"
        case .outputOnly: meaning = "Taken as it was read, and not looked at. \(meaning)"
        case .both, .inputOnly, .immutable: break
        }
        var members = members(of: type, isRequired: isRequired, isNullable: !isRequired, in: version)
        members.append(("description", .string(meaning)))
        return .object(members)
    }

    /// That of some fields all but one are unset.
    private static func alternatives(of message: MessageSchema) -> [(String, JSONText)] {
        guard !message.alternatives.isEmpty else { return [] }
        let cases = message.alternatives.map { chosen in
            let others = message.fields.filter { message.alternatives.contains($0.name) && $0.name != chosen }
            let unset = others.map { ($0.jsonName, JSONText.object([("type", .string("null"))])) }
            return JSONText.object([("properties", .object(unset))])
        }
        return [("anyOf", .array(cases))]
    }

    /// - Parameters:
    ///   - isRequired: whether it must be there and not be empty.
    ///   - isNullable: whether it may be `null`, which is unset.
    private static func members(
        of type: FieldType, isRequired: Bool, isNullable: Bool, in version: APIVersion
    ) -> [(String, JSONText)] {
        func typed(_ name: String, _ more: [(String, JSONText)] = []) -> [(String, JSONText)] {
            let named = JSONText.string(name)
            return [("type", isNullable ? .array([named, .string("null")]) : named)] + more
        }
        switch type {
        case .string(let form): return typed("string", members(of: form, isRequired: isRequired))
        case .bytes:
            let least = isRequired ? [("minLength", JSONText.number(2))] : []
            return typed(
                "string", [("contentEncoding", .string("base64")), ("pattern", .string(TextPattern.base64))] + least)
        case .bool: return typed("boolean")
        case .integer(let range):
            return typed(
                "integer", [("minimum", .number(Int(range.lowerBound))), ("maximum", .number(Int(range.upperBound)))])
        case .duration(let range): return typed("string", [("pattern", .string(TextPattern.duration(range)))])
        case .timestamp:
            return typed(
                "string", [("format", .string("date-time")), ("pattern", .string(TextPattern.timestamp))])
        case .date:
            return typed("string", [("format", .string("date")), ("pattern", .string(TextPattern.date))])
        case .enumeration(let names):
            return typed(
                "string", [("enum", .array(names.map { .string($0) } + (isNullable ? [.null] : [])))])
        case .fieldMask(let fields):
            let pattern = TextPattern.fieldMask(fields, mayBeEmpty: !isRequired)
            return typed("string", [("pattern", .string(pattern))])
        case .message(let message):
            let object = members(of: message, requiring: message.required, in: version)
            return typed("object", Array(object.dropFirst()))
        case .list(let element, let most):
            let items = members(of: element, isRequired: false, isNullable: false, in: version)
            var more: [(String, JSONText)] = [("items", .object(items)), ("maxItems", .number(most))]
            if isRequired { more.append(("minItems", .number(1))) }
            if case .string(let form) = element, form.isUnique { more.append(("uniqueItems", .bool(true))) }
            return typed("array", more)
        case .texts: return typed("object", [("additionalProperties", .object([("type", .string("string"))]))])
        case .anything: return []
        }
    }

    private static func members(of form: TextForm, isRequired: Bool) -> [(String, JSONText)] {
        let least = max(form.length.lowerBound, isRequired ? 1 : 0)
        var members: [(String, JSONText)] = []
        if let pattern = form.pattern { members.append(("pattern", .string(pattern))) }
        if least > 0 { members.append(("minLength", .number(least))) }
        if form.length.upperBound < TextForm.any.length.upperBound {
            members.append(("maxLength", .number(form.length.upperBound)))
        }
        if let format = form.format { members.append(("format", .string(format))) }
        return members
    }
}
