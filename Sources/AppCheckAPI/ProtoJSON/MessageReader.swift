internal import Encodings
internal import StrictJSON

/// Reads the JSON form of a proto3 message: each field by its lowerCamelCase or its original snake_case name, nothing
/// unknown, nothing twice, `null` for unset.
package struct MessageReader {
    /// Original names of the message's fields.
    private let fields: [String]
    private let values: [String: JSONValue]

    /// - Parameters:
    ///   - body: may be empty, which is the empty message.
    ///   - fields: original names, in snake_case.
    package init(_ body: [UInt8], fields: [String]) throws(APIError) {
        self.fields = fields
        guard !body.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
            values = [:]
            return
        }
        let object: JSONObject
        do {
            guard case .object(let read) = try JSONReader.read(body) else {
                throw APIError.invalid(.invalidJSON, "Invalid JSON payload received. Expected an object.")
            }
            object = read
        } catch let error as APIError {
            throw error
        } catch {
            throw .invalid(.invalidJSON, "Invalid JSON payload received. Unexpected token, or a name given twice.")
        }
        var values: [String: JSONValue] = [:]
        var violations: [FieldViolation] = []
        for member in object.members {
            guard let field = fields.first(where: { member.name.isExactly($0) || member.name.isExactly($0.camelCased) })
            else {
                let name = String(member.name.prefix(100))
                violations.append(
                    FieldViolation(
                        name, "Invalid JSON payload received. Unknown name \(name.quotedForJSON): Cannot find field."))
                continue
            }
            if values.updateValue(member.value, forKey: field) != nil {
                throw .invalidField(field, .duplicateField, "Invalid value at '\(field)', the field is given twice.")
            }
        }
        guard violations.isEmpty else { throw .violations(.unknownField, violations) }
        self.values = values
    }

    /// A field of type `bytes` that the message cannot do without.
    package func requiredBytes(_ field: String) throws(APIError) -> [UInt8] {
        guard let value = values[field], value != .null else { throw missing(field) }
        guard case .string(let text) = value else {
            throw .invalidField(field, .invalidValue, "Invalid value at '\(field)' (TYPE_BYTES), expected a string.")
        }
        guard let bytes = Base64Text.decode(text) else {
            throw .invalidField(
                field, .invalidValue, "Invalid value at '\(field)' (TYPE_BYTES), Base64 decoding failed.")
        }
        guard !bytes.isEmpty else { throw missing(field) }
        return bytes
    }

    /// A field of type `bool`; false if unset.
    package func bool(_ field: String) throws(APIError) -> Bool {
        switch values[field] {
        case .bool(let value): return value
        case nil, .null: return false
        case .object, .array, .string, .integer, .otherNumber:
            throw .invalidField(
                field, .invalidValue, "Invalid value at '\(field)' (TYPE_BOOL), expected true or false.")
        }
    }

    private func missing(_ field: String) -> APIError {
        .invalidField(field, .missingField, "Missing required field '\(field)'.")
    }
}

extension String {
    /// `attestation_statement` as `attestationStatement`.
    var camelCased: String {
        let words = split(separator: "_")
        return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
