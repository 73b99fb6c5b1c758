internal import FoundationEssentials

/// Base64 as proto3's JSON mapping has it: either alphabet is read, with or without padding; the standard one with padding
/// is written, because clients decode nothing else.
package enum Base64Text {
    /// Standard alphabet, padded.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Adds the same to another text.
    package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        Base64Alphabet.standard.append(bytes, to: &text)
        // What the last group of three has too few.
        for _ in 0..<(3 - bytes.count % 3) % 3 { text.append(UInt8(ascii: "=")) }
    }

    /// - Returns: nil for characters of no alphabet or of both, wrong padding, and lengths that no bytes have.
    package static func decode(_ text: String) -> [UInt8]? { decodeStandard(text) ?? decodeAny(text) }

    /// What almost everybody sends: the standard alphabet, padded.
    private static func decodeStandard(_ text: String) -> [UInt8]? {
        let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        // Foundation takes `AA=A` for two bytes, `AA=A=` for two as well, and `====` for one: padding belongs to the end
        // alone, is short, and fills up groups of four.
        guard text.utf8.count.isMultiple(of: 4), padding <= 2, let data = Data(base64Encoded: text) else { return nil }
        return data.count == text.utf8.count / 4 * 3 - padding ? Array(data) : nil
    }

    private static func decodeAny(_ text: String) -> [UInt8]? {
        var standard = Array(text.utf8)
        let isURLSafe = standard.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        if isURLSafe {
            guard !standard.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else { return nil }
            standard = standard.map {
                switch $0 {
                case UInt8(ascii: "-"): UInt8(ascii: "+")
                case UInt8(ascii: "_"): UInt8(ascii: "/")
                default: $0
                }
            }
        }
        let padding = standard.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let needed = (4 - (standard.count - padding) % 4) % 4
        guard needed != 3, padding == 0 || padding == needed,
            !standard.dropLast(padding).contains(UInt8(ascii: "="))
        else { return nil }
        standard += [UInt8](repeating: UInt8(ascii: "="), count: padding == 0 ? needed : 0)
        return Data(base64Encoded: Data(standard)).map(Array.init)
    }
}
