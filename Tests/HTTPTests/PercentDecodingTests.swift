import HTTP
import Testing

@Suite("Percent decoding") struct PercentDecodingTests {
    @Test(
        "decodes once",
        arguments: [("", ""), ("abc", "abc"), ("%41%7a", "Az"), ("%2541", "%41"), ("a+b", "a+b"), ("%E2%82%AC", "€")])
    func decodes(_ text: String, _ expected: String) throws {
        #expect(try PercentDecoding.decode(text) == expected)
    }

    @Test(
        "refuses what it cannot decode",
        arguments: [
            ("%", .badEscape), ("a%4", .badEscape), ("%4g", .badEscape), ("%%41", .badEscape), ("%-1", .badEscape),
            ("%80", .notUTF8), ("%C3", .notUTF8), ("%F5%80%80%80", .notUTF8), ("%00", .nul), ("\u{0}", .nul),
        ] as [(String, PercentDecodingError)])
    func refuses(_ text: String, _ reason: PercentDecodingError) {
        #expect(throws: reason) { try PercentDecoding.decode(text) }
    }
}
