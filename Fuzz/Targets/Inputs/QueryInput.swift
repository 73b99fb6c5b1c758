import AppCheckAPI
import HTTP

/// A query, read as that of every method.
enum QueryInput {
    private struct Parameters: Equatable {
        let fields: [FieldSchema]
        let required: [String]
    }

    private static let parameters: [Parameters] = APIMethods.all.reduce(into: []) { parameters, method in
        let own = Parameters(fields: method.query, required: method.requiredQuery)
        if !parameters.contains(own) { parameters.append(own) }
    }

    static func check(_ input: [UInt8]) throws(BrokenPromise) {
        guard let target = try? RequestTarget(parsing: Array("/x?".utf8) + input) else { return }
        for own in parameters {
            guard let read = try? SystemParameters.read(target, own: own.fields, requiring: own.required) else {
                continue
            }
            try checkFields(of: read.own, own.fields, in: "the query")
            for name in own.required {
                try promise(read.own.has(name), "a query was read without \(name)")
            }
            try promise(read.system.apiKey != "", "an empty API key was read")
            let again = try? SystemParameters.read(
                RequestTarget(parsing: "/x?\(query(read, own.fields))"), own: own.fields, requiring: own.required)
            try promise(
                again?.own == read.own && again?.system == read.system, "a query changed by being written and read")
        }
    }

    private static func query(_ read: (system: SystemParameters, own: Message), _ fields: [FieldSchema]) -> String {
        var pieces = [
            ("prettyPrint", read.system.isPretty ? "true" : "false"),
            ("$.xgafv", read.system.wantsLegacyErrors ? "1" : "2"),
        ]
        if let key = read.system.apiKey { pieces.append(("key", key)) }
        for field in fields {
            guard let value = read.own[field.name] else { continue }
            if case .list(let elements) = value, case .list(let element, _) = field.type {
                pieces += elements.map { (field.jsonName, scalarText($0, as: element) ?? "") }
            } else {
                pieces.append((field.jsonName, scalarText(value, as: field.type) ?? ""))
            }
        }
        return pieces.map { "\(escaped($0.0))=\(escaped($0.1))" }.joined(separator: "&")
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
