import Encodings
import Testing

@Suite("Hexadecimal and big-endian") struct HexadecimalTests {
    @Test("writes two lower-case digits a byte and reads either case") func roundTrip() {
        #expect(Hexadecimal.encode([]) == "")
        #expect(Hexadecimal.encode([0x00, 0x0F, 0xA0, 0xFF]) == "000fa0ff")
        #expect(Hexadecimal.decode("000fA0Ff") == [0x00, 0x0F, 0xA0, 0xFF])
        #expect(Hexadecimal.decode("") == [])
    }

    @Test("reads nothing else", arguments: ["0", "0g", "0x00", " 00", "00 ", "٠٠", "ａａ", "é"])
    func malformed(_ text: String) { #expect(Hexadecimal.decode(text) == nil) }

    @Test("writes numbers with the most significant byte first") func bigEndian() {
        #expect(UInt64(0x0102_0304_0506_0708).bigEndianBytes == [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(UInt64.max.bigEndianBytes == [UInt8](repeating: 0xFF, count: 8))
        #expect(UInt64(0).bigEndianBytes == [UInt8](repeating: 0, count: 8))
    }
}
