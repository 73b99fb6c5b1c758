private import Encodings
internal import HTTP
internal import StrictJSON

/// Reads a method's own query parameters by their schema. Those of a list may be repeated, others may not.
struct QueryReader {
    private let fields: [FieldSchema]
    private var values: [String: FieldValue] = [:]

    init(fields: [FieldSchema]) { self.fields = fields }

    /// - Returns: whether the parameter is one of the method's own.
    mutating func take(_ parameter: QueryParameter) throws(APIError) -> Bool {
        let known = fields.first { parameter.name.isExactly($0.name) || parameter.name.isExactly($0.jsonName) }
        guard let field = known else { return false }
        if case .list(let element, let most) = field.type {
            let value = try ScalarText.readQuery(parameter.value, as: element, at: field.name)
            var items: [FieldValue] = []
            if case .list(let earlier)? = values[field.name] { items = earlier }
            guard items.count < most else {
                throw .invalidField(
                    field.name, .invalidValue, "Invalid value at '\(field.name)', at most \(most) are taken.")
            }
            values[field.name] = .list(items + [value])
            return true
        }
        guard values[field.name] == nil else {
            throw .invalidField(
                field.name, .duplicateField, "Invalid value at '\(field.name)', the parameter is given twice.")
        }
        // An empty parameter is an unset one, except for texts, where it is the same.
        if parameter.value.isEmpty, case .string = field.type {} else if parameter.value.isEmpty { return true }
        values[field.name] = try ScalarText.readQuery(parameter.value, as: field.type, at: field.name)
        return true
    }

    func message(requiring required: [String]) throws(APIError) -> Message {
        for name in required where values[name] == nil {
            throw .invalidField(name, .missingField, "Missing required parameter '\(name)'.")
        }
        return Message(values)
    }
}
