import AppCheckAPI
import Foundation
import StrictJSON
import Testing

/// A document that was read as JSON, for tests to look around in.
enum DocumentTree: Decodable, Equatable {
    case object([String: DocumentTree])
    case array([DocumentTree])
    case string(String)
    case number(Int)
    case bool(Bool)
    case null

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([DocumentTree].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: DocumentTree].self))
        }
    }

    /// What would be written. No object may have two members of one name.
    init(_ text: JSONText) throws {
        switch text {
        case .string(let value): self = .string(value)
        case .base64(let bytes): self = .string(Data(bytes).base64EncodedString())
        case .number(let value): self = .number(value)
        case .bool(let value): self = .bool(value)
        case .null: self = .null
        case .array(let items): self = .array(try items.map { try DocumentTree($0) })
        case .object(let members):
            try #require(Set(members.map(\.0)).count == members.count)
            self = .object(
                Dictionary(uniqueKeysWithValues: try members.map { ($0.0, try DocumentTree($0.1)) }))
        }
    }

    init(_ json: String) throws { self = try JSONDecoder().decode(DocumentTree.self, from: Data(json.utf8)) }

    /// The OpenAPI document of a server that knows no URL of its own.
    static func openAPI() throws -> DocumentTree { try sharedOpenAPI.get() }

    private static let sharedOpenAPI = Result { try DocumentTree(OpenAPIDocument.text(version: "1.2.3", server: nil)) }

    /// A member of an object; null for what is missing.
    subscript(name: String) -> DocumentTree {
        guard case .object(let members) = self else { return .null }
        return members[name] ?? .null
    }

    var members: [String: DocumentTree] { if case .object(let members) = self { members } else { [:] } }
    var items: [DocumentTree] { if case .array(let items) = self { items } else { [] } }
    var string: String? { if case .string(let text) = self { text } else { nil } }
    var strings: [String] { items.compactMap(\.string) }

    /// All values of members of that name, however deep.
    func all(_ name: String) -> [DocumentTree] {
        switch self {
        case .object(let members): (members[name].map { [$0] } ?? []) + members.values.flatMap { $0.all(name) }
        case .array(let items): items.flatMap { $0.all(name) }
        case .string, .number, .bool, .null: []
        }
    }

    /// Without members of these names.
    func without(_ names: Set<String>) -> DocumentTree {
        switch self {
        case .object(let members):
            .object(members.filter { !names.contains($0.key) }.mapValues { $0.without(names) })
        case .array(let items): .array(items.map { $0.without(names) })
        case .string, .number, .bool, .null: self
        }
    }
}

/// Whether a schema's pattern takes all of a text.
func matches(_ schema: DocumentTree, _ text: String) throws -> Bool {
    let pattern = try #require(schema["pattern"].string)
    return try Regex(pattern).matchingSemantics(.unicodeScalar).firstMatch(in: text) != nil
}
