/// What a value of a message may be. The wire form of each is that of proto3 in JSON.
package indirect enum FieldType: Sendable, Equatable {
    case string(TextForm)
    /// In standard or URL-safe base64, with or without padding.
    case bytes
    case bool
    /// A number of 32 bits within the range.
    case integer(ClosedRange<Int64>)
    /// Whole seconds: `"3600s"`.
    case duration(ClosedRange<Int64>)
    /// RFC 3339.
    case timestamp
    /// A day in UTC: `2030-01-31`.
    case date
    /// One of the names.
    case enumeration([String])
    /// Names of fields that can be updated, joined by commas; here by their original names.
    case fieldMask([String])
    case message(MessageSchema)
    case list(FieldType, most: Int)
    /// Texts by name; in answers only.
    case texts
    /// Any JSON; in answers only.
    case anything
}

/// What a text looks like, for the documents of the API: whoever reads the text decides.
package struct TextForm: Sendable, Equatable {
    /// A regular expression in the words of ECMA 262, anchored; nil for any text.
    package let pattern: String?
    /// Unicode scalars.
    package let length: ClosedRange<Int>
    /// Its name where no pattern can say what it is: `pem`; nil for none.
    package let format: String?
    /// Whether a list of such texts has each at most once.
    package let isUnique: Bool

    package init(
        pattern: String? = nil, length: ClosedRange<Int> = 0...65_536, format: String? = nil, isUnique: Bool = false
    ) {
        (self.pattern, self.length, self.format, self.isUnique) = (pattern, length, format, isUnique)
    }

    package static let any = TextForm()
}

/// One field of a message.
package struct FieldSchema: Sendable, Equatable {
    /// How clients and answers treat a field (AIP-203).
    package enum Behavior: Sendable {
        /// In requests and answers.
        case both
        /// In requests only: a secret, never shown.
        case inputOnly
        /// In answers only; taken in requests, and not looked at.
        case outputOnly
        /// Decided when the resource is made.
        case immutable
    }

    /// The original name, in snake_case.
    package let name: String
    /// The name in JSON, in lowerCamelCase.
    package let jsonName: String
    package let type: FieldType
    package let behavior: Behavior
    /// Deprecated, and in v1beta only.
    package let isLegacy: Bool
    /// In a sentence.
    package let meaning: String

    /// A field of requests and answers.
    package init(_ name: String, _ type: FieldType, _ meaning: String) { self.init(name, type, .both, meaning) }

    package init(
        _ name: String, _ type: FieldType, _ behavior: Behavior, isLegacy: Bool = false, _ meaning: String
    ) {
        (self.name, self.type, self.behavior, self.meaning) = (name, type, behavior, meaning)
        self.isLegacy = isLegacy
        jsonName = name.camelCased
    }
}

/// A message: what a request, an answer or a part of one consists of.
package struct MessageSchema: Sendable, Equatable {
    /// As the reference service names it, where it has one.
    package let name: String
    package let fields: [FieldSchema]
    /// Original names of fields of which at most one may be set; whoever answers looks at that.
    package let alternatives: [String]
    /// Original names of fields that must be there and not be empty wherever the message is part of another one. What a
    /// whole body must have is its method's to say.
    package let required: [String]

    package init(
        _ name: String, _ fields: [FieldSchema], alternatives: [String] = [], requiring required: [String] = []
    ) {
        (self.name, self.fields, self.alternatives, self.required) = (name, fields, alternatives, required)
    }

    package static let empty = MessageSchema("GoogleProtobufEmpty", [])
}

extension String {
    /// `attestation_statement` as `attestationStatement`.
    var camelCased: String {
        let words = split(separator: "_")
        return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
