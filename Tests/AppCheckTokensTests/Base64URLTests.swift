import AppCheckTokens
import Testing

@Suite("base64url") struct Base64URLTests {
    @Test(
        "writes and reads the vectors of RFC 4648 without padding",
        arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("foobar", "Zm9vYmFy")])
    func vectors(_ plain: String, _ text: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == text)
        #expect(Base64URL.decode(text) == Array(plain.utf8))
    }

    @Test("uses the characters - and _") func alphabet() {
        #expect(Base64URL.encode([0xFB, 0xEF, 0xFF]) == "--__")
        #expect(Base64URL.decode("--__") == [0xFB, 0xEF, 0xFF])
    }

    @Test(
        "refuses every second spelling of the same bytes",
        arguments: ["Zg==", "Zh", "Zm9", "++//", "Zm 9v", "Zm9v\n", "Z", "Zm9vY", "Zm9\u{00}", "Zmé", "Zg="])
    func strict(_ text: String) { #expect(Base64URL.decode(text) == nil) }

    @Test("gives back what it wrote, at every length") func roundTrip() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }
}
