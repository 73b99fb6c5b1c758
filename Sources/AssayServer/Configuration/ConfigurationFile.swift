private import FoundationEssentials

/// The configuration file: one JSON5 object whose members are settings.
package enum ConfigurationFile {
    private enum Value: Decodable {
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let number = try? container.decode(Int64.self) {
                self = .text(String(number))
            } else {
                throw DecodingError.typeMismatch(
                    Int64.self, .init(codingPath: decoder.codingPath, debugDescription: "neither text nor number"))
            }
        }

        var text: String {
            switch self {
            case .text(let text): text
            }
        }
    }

    /// - Throws: that the file cannot be read, or where it is not what it should be.
    package static func read(_ path: String) throws(ConfigurationFaults) -> [String: String] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConfigurationFaults(["\(path): cannot be read"])
        }
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do {
            return try decoder.decode([String: Value].self, from: data).mapValues(\.text)
        } catch DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context) {
            let name = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw ConfigurationFaults([
                name.isEmpty
                    ? "\(path): expected one JSON5 object" : "\(path): \(name): expected a text or a whole number"
            ])
        } catch {
            throw ConfigurationFaults(["\(path): expected one JSON5 object"])
        }
    }
}
