import Encodings
import Testing

@Suite("Texts that are the same bytes") struct ExactTextTests {
    private static let long = String(repeating: "0123456789abcdef", count: 9)

    @Test("are the same, however they came about", arguments: ["", "a", "é", "😀", "0123456789abcdef", long])
    func same(_ text: String) {
        #expect(text.isExactly(text))
        #expect(text.isExactly(String(decoding: Array(text.utf8), as: UTF8.self)))
        #expect(Substring("x\(text)").dropFirst().description.isExactly(text))
    }

    @Test(
        "are not those that only look the same, nor any others",
        arguments: [
            ("k", "\u{212A}"), ("\u{E9}", "e\u{301}"), ("\u{C5}", "\u{212B}"), ("", "a"), ("a", "A"), ("a", "b"),
            ("ab", "abc"), ("\u{0}", ""), ("a\u{0}", "a"), (long, long + "0"), (long + "a", long + "b"),
            ("a" + long, "b" + long), (long + "a" + long, long + "b" + long),
        ])
    func different(_ one: String, _ other: String) {
        #expect(!one.isExactly(other))
        #expect(!other.isExactly(one))
    }
}
