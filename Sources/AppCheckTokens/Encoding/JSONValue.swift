/// A JSON value as far as tokens and key sets need one.
enum JSONValue: Sendable {
    case object(JSONObject)
    case array([JSONValue])
    case string(String)
    /// A number written without fraction or exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number, `true`, `false` or `null`: valid JSON that no claim of ours may have.
    case other

    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

/// A JSON object in which no name occurs twice.
struct JSONObject: Sendable {
    struct Member: Sendable {
        let name: String
        let value: JSONValue
    }

    let members: [Member]

    init(members: [Member]) { self.members = members }

    /// Reads a whole text that is one object.
    init(json: [UInt8]) throws(JSONFailure) {
        guard case .object(let object) = try JSONReader.read(json) else { throw JSONFailure() }
        self = object
    }

    subscript(name: String) -> JSONValue? { members.first { $0.name.isExactly(name) }?.value }

    /// The member's text; nil if it is missing or something else.
    func string(_ name: String) -> String? { self[name]?.string }

    /// The member's number; nil if it is missing or something else.
    func integer(_ name: String) -> Int64? {
        guard case .integer(let number)? = self[name] else { return nil }
        return number
    }
}
