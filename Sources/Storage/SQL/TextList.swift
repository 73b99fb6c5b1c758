private import FoundationEssentials

/// Short lists of short texts live in one TEXT column, as a JSON array.
enum TextList {
    static func encode(_ list: [String]) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        guard let data = try? encoder.encode(list) else { return nil }
        return String(validating: data, as: UTF8.self)
    }

    /// - Returns: nothing for text that is no JSON array of texts.
    static func decode(_ text: String) -> [String]? {
        try? JSONDecoder().decode([String].self, from: Data(text.utf8))
    }
}
