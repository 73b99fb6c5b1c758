/// Header fields of one message, in the order in which they were received or added.
///
/// Names are compared without regard to ASCII case (RFC 9110 section 5.1); repeated fields are kept as they came, because
/// whether repetition is allowed is for the reader of the field to decide.
package struct HTTPHeaders: Sendable, Equatable {
    /// One field line: a name as sent and its value without surrounding white space.
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    /// Every field line, in order.
    package private(set) var fields: [Field]

    package init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// The value of the first field of that name. Setting replaces every field of that name by one at the end;
    /// setting `nil` removes them.
    package subscript(name: String) -> String? {
        get { fields.first { Self.isSameName($0.name, name) }?.value }
        set {
            fields.removeAll { Self.isSameName($0.name, name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// The values of all fields of that name, in order.
    package func values(of name: String) -> [String] {
        var values: [String] = []
        for field in fields where Self.isSameName(field.name, name) { values.append(field.value) }
        return values
    }

    /// Adds a field line and leaves those of the same name alone.
    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Whether both name the same field, without regard to ASCII case.
    package static func isSameName(_ one: String, _ other: String) -> Bool {
        guard one.utf8.count == other.utf8.count else { return false }
        let (left, right) = (one.utf8Span.span, other.utf8Span.span)
        for index in left.indices where lowered(left[index]) != lowered(right[index]) { return false }
        return true
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// Keeps the order of the literal, repeated names included.
    package init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }
}

extension HTTPHeaders: RandomAccessCollection {
    package var startIndex: Int { fields.startIndex }
    package var endIndex: Int { fields.endIndex }
    package subscript(position: Int) -> Field { fields[position] }
}
