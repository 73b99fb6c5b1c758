import AppCheck

/// Reads the columns of a row from left to right, and trusts none of them.
struct SQLRow {
    /// What the row describes, for error texts.
    private let subject: String
    private var rest: ArraySlice<SQLValue>

    init(_ values: [SQLValue], of subject: String) {
        self.subject = subject
        rest = values[...]
    }

    mutating func text() throws(StoreError) -> String {
        guard case .text(let text) = try next() else { throw damaged }
        return text
    }

    mutating func optionalText() throws(StoreError) -> String? {
        switch try next() {
        case .null: return nil
        case .text(let text): return text
        case .integer, .bytes: throw damaged
        }
    }

    /// - Parameter count: how many bytes there must be, if that is fixed.
    mutating func bytes(count: Int? = nil) throws(StoreError) -> [UInt8] {
        guard case .bytes(let bytes) = try next(), count.map({ $0 == bytes.count }) ?? true else { throw damaged }
        return bytes
    }

    mutating func optionalBytes() throws(StoreError) -> [UInt8]? {
        switch try next() {
        case .null: return nil
        case .bytes(let bytes): return bytes
        case .integer, .text: throw damaged
        }
    }

    /// An integer that fits the type wanted.
    mutating func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(StoreError) -> Number {
        guard case .integer(let wide) = try next(), let number = Number(exactly: wide) else { throw damaged }
        return number
    }

    mutating func optionalInteger<Number: FixedWidthInteger>(
        _: Number.Type = Number.self
    ) throws(StoreError) -> Number? {
        switch try next() {
        case .null: return nil
        case .integer(let wide):
            guard let number = Number(exactly: wide) else { throw damaged }
            return number
        case .text, .bytes: throw damaged
        }
    }

    /// A text that names a case.
    mutating func name<Name: RawRepresentable<String>>(_: Name.Type = Name.self) throws(StoreError) -> Name {
        guard let name = Name(rawValue: try text()) else { throw damaged }
        return name
    }

    mutating func optionalName<Name: RawRepresentable<String>>(
        _: Name.Type = Name.self
    ) throws(StoreError) -> Name? {
        guard let text = try optionalText() else { return nil }
        guard let name = Name(rawValue: text) else { throw damaged }
        return name
    }

    /// A JSON array of texts.
    mutating func list() throws(StoreError) -> [String] {
        guard let list = TextList.decode(try text()) else { throw damaged }
        return list
    }

    /// A JSON object of texts.
    mutating func optionalMap() throws(StoreError) -> [String: String]? {
        guard let text = try optionalText() else { return nil }
        guard let map = TextMap.decode(text) else { throw damaged }
        return map
    }

    /// The JSON object of an app's policies.
    mutating func policies() throws(StoreError) -> AppPolicies {
        guard let policies = PoliciesText.decode(try text()) else { throw damaged }
        return policies
    }

    /// That the row cannot be understood; without saying what it holds.
    var damaged: StoreError { .unreadable("\(subject) is damaged, or was written by a newer version") }

    private mutating func next() throws(StoreError) -> SQLValue {
        guard let value = rest.popFirst() else { throw damaged }
        return value
    }
}
