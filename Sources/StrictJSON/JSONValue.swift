internal import Encodings

/// A JSON value (RFC 8259) as the interfaces here need one.
package enum JSONValue: Sendable, Equatable {
    case object(JSONObject)
    case array([JSONValue])
    case string(String)
    /// A number written without fraction or exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number: valid JSON, but no field here may have one.
    case otherNumber
    case bool(Bool)
    case null

    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

/// A JSON object in which no name occurs twice.
package struct JSONObject: Sendable, Equatable {
    package struct Member: Sendable, Equatable {
        package let name: String
        package let value: JSONValue
    }

    package let members: [Member]

    init(members: [Member]) { self.members = members }

    /// Reads a whole text that is one object.
    package init(json: [UInt8]) throws(JSONFailure) {
        guard case .object(let object) = try JSONReader.read(json) else { throw JSONFailure() }
        self = object
    }

    package subscript(name: String) -> JSONValue? { members.first { $0.name.isExactly(name) }?.value }

    /// The member's text; nil if it is missing or something else.
    package func string(_ name: String) -> String? { self[name]?.string }

    /// The member's number; nil if it is missing or something else.
    package func integer(_ name: String) -> Int64? {
        guard case .integer(let number)? = self[name] else { return nil }
        return number
    }
}
