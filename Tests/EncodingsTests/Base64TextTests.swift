import Encodings
import Testing

@Suite("Base64 of proto3 JSON") struct Base64TextTests {
    @Test(
        "is written in the standard alphabet with padding, and read back (RFC 4648 section 10)",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(_ plain: String, _ encoded: String) {
        #expect(Base64Text.encode(Array(plain.utf8)) == encoded)
        #expect(Base64Text.decode(encoded) == Array(plain.utf8))
        #expect(Base64Text.decode(encoded.replacing("=", with: "")) == Array(plain.utf8))
    }

    @Test("reads both alphabets", arguments: ["+/++", "-_--"])
    func alphabets(_ text: String) { #expect(Base64Text.decode(text) == [0xFB, 0xFF, 0xBE]) }

    @Test("writes the characters that differ as the standard alphabet has them") func standardAlphabet() {
        #expect(Base64Text.encode([0xFB, 0xFF, 0xBE]) == "+/++")
    }

    @Test(
        "refuses mixed alphabets, other characters, white space, wrong padding and impossible lengths",
        arguments: [
            "+_AA", "-/AA", "AAA!", "AA A", " AAA", "AAA\n", "AA\u{00}A", "ÄAAA", "AAAＡ", "A", "AAAAA", "=", "==",
            "====",
            "A===", "AA=", "AAA==", "AAAA=", "AAAA====", "AA==AA==", "A=AA", "=AAA", "AA=A", "AA=A=", "AAAAAA=A=",
            "AAAA\r\nAAAA",
        ])
    func refusals(_ text: String) { #expect(Base64Text.decode(text) == nil) }
}
