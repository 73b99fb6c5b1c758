import AppCheckAPI
import StrictJSON

/// The body of a request, read as the message of every method that has one.
enum MessageInput {
    private struct Request: Equatable {
        let schema: MessageSchema
        let required: [String]
    }

    /// Each once, though several methods may take it.
    private static let requests: [Request] = APIMethods.all.reduce(into: []) { requests, method in
        guard let schema = method.request else { return }
        let request = Request(schema: schema, required: method.required)
        if !requests.contains(request) { requests.append(request) }
    }

    static func check(_ input: [UInt8]) throws(BrokenPromise) {
        let isJSON = (try? JSONReader.read(input, maximumElements: 1024)) != nil
        let isBlank = input.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        // What is no JSON is no message, whichever it is read as.
        for request in isJSON || isBlank ? requests : Array(requests.prefix(1)) {
            guard let message = read(input, request) else { continue }
            let name = request.schema.name
            try promise(isJSON || isBlank, "\(name) was read from what is not JSON")
            try checkFields(of: message, request.schema.fields, in: name)
            for field in request.required {
                try promise(isFilled(message[field]), "\(name) was read without \(field)")
            }
            let camel = json(message, request.schema, \.jsonName).encoded(pretty: false)
            try promise(read(camel, request) == message, "\(name) changed by being written and read")
            let original = json(message, request.schema, \.name).encoded(pretty: true)
            try promise(read(original, request) == message, "\(name) changed by being written by original names")
        }
    }

    private static func read(_ body: [UInt8], _ request: Request) -> Message? {
        try? MessageReader.read(body, as: request.schema, requiring: request.required)
    }

    private static func isFilled(_ value: FieldValue?) -> Bool {
        switch value {
        case nil, .text(""), .bytes([]), .list([]): false
        case .text, .bytes, .list, .bool, .integer, .seconds, .message: true
        }
    }

    /// A message as a client that keeps to the letter writes it.
    private static func json(
        _ message: Message, _ schema: MessageSchema, _ name: KeyPath<FieldSchema, String>
    ) -> JSONText {
        .object(
            schema.fields.compactMap { field in
                message[field.name].map { (field[keyPath: name], json($0, as: field.type, name)) }
            })
    }

    private static func json(
        _ value: FieldValue, as type: FieldType, _ name: KeyPath<FieldSchema, String>
    ) -> JSONText {
        switch (value, type) {
        case (.bool(let value), _): .bool(value)
        case (.integer(let number), .integer): .number(Int(number))
        case (.list(let elements), .list(let element, _)): .array(elements.map { json($0, as: element, name) })
        case (.message(let message), .message(let schema)): json(message, schema, name)
        // Only answers have what is left, and `null` is unset: the difference shows.
        default: scalarText(value, as: type).map(JSONText.string) ?? .null
        }
    }
}
