import AppCheckAPI
import Encodings

/// What holds for everything that was read by a schema: from a body or from a query.
/// - Parameter place: the path of the message.
func checkFields(of message: Message, _ fields: [FieldSchema], in place: String) throws(BrokenPromise) {
    let known = fields.compactMap { field in message[field.name].map { (field.name, $0) } }
    // A message does not tell which fields it has: only whether it has others can be told.
    try promise(Message(Dictionary(uniqueKeysWithValues: known)) == message, "\(place) has a field of no schema")
    for field in fields {
        guard let value = message[field.name] else { continue }
        let place = "\(place).\(field.name)"
        try promise(field.behavior != .outputOnly, "\(place) was taken from a request")
        try check(value, as: field.type, at: place)
    }
}

private func check(_ value: FieldValue, as type: FieldType, at place: String) throws(BrokenPromise) {
    switch (type, value) {
    case (.string, .text), (.fieldMask, .text), (.bytes, .bytes), (.bool, .bool): break
    case (.integer(let range), .integer(let number)):
        try promise(range.contains(number), "\(place) is \(number)")
    case (.duration(let range), .seconds(let seconds)):
        try promise(range.contains(seconds), "\(place) is \(seconds) s")
    case (.timestamp, .seconds(let seconds)):
        try promise(ProtoTimestamp.read(ProtoTimestamp.text(seconds)) == seconds, "\(place) is no moment")
    case (.date, .integer(let day)): try promise(ProtoDate.read(ProtoDate.text(day)) == day, "\(place) is no day")
    case (.enumeration(let names), .text(let name)):
        try promise(names.contains { $0.utf8.elementsEqual(name.utf8) }, "\(place) is none of its names")
    case (.message(let schema), .message(let message)): try checkFields(of: message, schema.fields, in: place)
    case (.list(let element, let most), .list(let elements)):
        try promise(elements.count <= most, "\(place) has \(elements.count) elements")
        for item in elements { try check(item, as: element, at: "\(place)[]") }
    case (.string, _), (.fieldMask, _), (.bytes, _), (.bool, _), (.integer, _), (.duration, _), (.timestamp, _),
        (.date, _),
        (.enumeration, _), (.message, _), (.list, _), (.texts, _), (.anything, _):
        throw BrokenPromise(description: "\(place) is of another type")
    }
}

/// A value as text, in the form that a client writes it in; nil for what has none.
func scalarText(_ value: FieldValue, as type: FieldType) -> String? {
    switch value {
    case .text(let text): text
    case .bytes(let bytes): Base64Text.encode(bytes)
    case .bool(let value): value ? "true" : "false"
    case .integer(let number): type == .date ? ProtoDate.text(number) : String(number)
    case .seconds(let seconds): type == .timestamp ? ProtoTimestamp.text(seconds) : ProtoDuration.text(seconds)
    case .message, .list: nil
    }
}
