private import FoundationEssentials

/// Short texts by short names live in one TEXT column, as a JSON object with its names in order.
enum TextMap {
    static func encode(_ map: [String: String]) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(map) else { return nil }
        return String(validating: data, as: UTF8.self)
    }

    /// - Returns: nothing for text that is no JSON object of texts.
    static func decode(_ text: String) -> [String: String]? {
        try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))
    }
}
