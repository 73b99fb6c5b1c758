import AppAttest
import TestSupport
import Testing

@Suite("CBOR that is refused") struct CBORRefusalTests {
    private func refusal(_ encoding: [UInt8], limits: CBORDecoder.Limits = .standard) -> String? {
        #expect(throws: Malformed.self, "\(hex(Array(encoding.prefix(32))))") {
            try CBORDecoder.decode(encoding, limits: limits)
        }?.detail
    }

    @Test("promises more than there is, up to 2^64 - 1 items or bytes, and nothing is made for it")
    func hugeLengths() {
        for head in ["5b", "7b", "9b", "bb"] {
            for length in ["ffffffffffffffff", "8000000000000000", "7fffffffffffffff", "0000000100000000"] {
                #expect(refusal(bytes(head + length))?.contains("promises") == true)
                #expect(refusal(bytes(head + length) + [UInt8](repeating: 0, count: 100))?.contains("promises") == true)
            }
        }
        #expect(refusal(bytes("58 ff") + [UInt8](repeating: 0, count: 254))?.contains("promises 255 bytes") == true)
        #expect(refusal(bytes("9a ffffffff 00"))?.contains("promises") == true)
        #expect(refusal(bytes("ba ffffffff 0000"))?.contains("promises") == true)
    }

    @Test("ends early, wherever that is")
    func truncation() throws {
        let whole = bytes("a3 6161 1903e8 6162 83 44 01020304 d818 41 00 f93c00 6163 a1 20 fb3ff199999999999a")
        #expect(throws: Never.self) { try CBORDecoder.decode(whole) }
        for count in 0..<whole.count { _ = refusal(Array(whole.prefix(count))) }
    }

    @Test("goes on behind the item")
    func trailing() {
        #expect(refusal([0x00, 0x00]) == "1 bytes follow the item")
        #expect(refusal(bytes("a0 a0 a0")) == "2 bytes follow the item")
        #expect(refusal(bytes("a0 ff")) == "1 bytes follow the item")
    }

    @Test("uses additional information that is reserved, in every major type")
    func reserved() {
        for major: UInt8 in 0..<8 {
            for information: UInt8 in 28...30 {
                let encoding = [major << 5 | information] + [UInt8](repeating: 0, count: 40)
                #expect(refusal(encoding)?.contains("reserved additional information \(information)") == true)
            }
        }
    }

    @Test("has an indefinite length or a break, in every major type")
    func indefinite() {
        for major: UInt8 in 0..<7 {
            #expect(refusal([major << 5 | 31, 0x00, 0xFF])?.contains("indefinite length") == true)
        }
        #expect(refusal([0xFF])?.contains("a break without a beginning") == true)
        #expect(refusal(bytes("82 01 ff"))?.contains("a break without a beginning") == true)
    }

    @Test("writes a simple value of one byte in two")
    func simpleValues() {
        for number: UInt8 in 0..<32 { #expect(refusal([0xF8, number])?.contains("in two bytes") == true) }
        #expect(throws: Never.self) { try CBORDecoder.decode([0xF8, 32]) }
    }

    @Test(
        "has text that is not UTF-8",
        arguments: [
            "61 80", "61 c3", "62 c3 28", "62 c0 80", "63 e0 80 80", "63 ed a0 80", "64 f4 90 80 80", "61 ff",
            "a1 61 fe 00",
        ])
    func text(_ encoding: String) { #expect(refusal(bytes(encoding))?.contains("not UTF-8") == true) }

    @Test(
        "has a map with a key twice, however the key is written",
        arguments: [
            "a2 6161 00 6161 01", "a2 01 00 1801 00", "a2 01 00 1b0000000000000001 00", "a2 20 00 3800 00",
            "a2 6161 00 7801 61 00", "a2 41ff 00 5801ff 00", "a2 80 00 80 00", "a2 f4 00 f4 00",
            "a2 a1 01 02 00 a1 1801 02 00", "a1 01 a2 02 00 02 00",
        ])
    func duplicates(_ encoding: String) { #expect(refusal(bytes(encoding))?.contains("same key twice") == true) }

    @Test("is nested deeper than the limit, and the stack does not overflow")
    func depth() {
        let limits = CBORDecoder.Limits(depth: 3, items: 100)
        #expect(throws: Never.self) { try CBORDecoder.decode(bytes("81 81 81 00"), limits: limits) }
        #expect(refusal(bytes("81 81 81 81 00"), limits: limits)?.contains("nested deeper than 3") == true)
        for head: UInt8 in [0x81, 0xA1, 0xC1, 0xD8] {
            let deep = [UInt8](repeating: head, count: 10_000)
            #expect(refusal(deep + [0])?.contains("nested deeper than 8") == true)
        }
        #expect(refusal([UInt8](repeating: 0x9F, count: 10_000))?.contains("indefinite length") == true)
    }

    @Test("has more items than the limit, counted over the whole")
    func items() {
        let limits = CBORDecoder.Limits(depth: 8, items: 5)
        #expect(throws: Never.self) { try CBORDecoder.decode(bytes("82 81 00 81 00"), limits: limits) }
        #expect(refusal(bytes("82 81 00 82 00 00"), limits: limits)?.contains("more than 5 items") == true)
        #expect(refusal(bytes("a3 0000 0100 0200"), limits: limits)?.contains("more than 5 items") == true)
        let many = bytes("99 0100") + [UInt8](repeating: 0, count: 256)
        #expect(refusal(many)?.contains("more than 256 items") == true)
        #expect(refusal(bytes("99 0101") + [UInt8](repeating: 0, count: 257))?.contains("promises 257 items") == true)
    }
}

@Suite("CBOR that is accepted") struct CBORAcceptanceTests {
    @Test(
        "writes numbers in more bytes than they need",
        arguments: [
            ("1800", 0), ("1817", 23), ("190001", 1), ("1a00000001", 1), ("1b0000000000000001", 1),
        ] as [(String, UInt64)])
    func notShortest(_ encoding: String, _ value: UInt64) throws {
        #expect(try CBORDecoder.decode(bytes(encoding)) == .unsigned(value))
    }

    @Test("tells keys apart by their bytes, not by what letters they look like")
    func keysByBytes() throws {
        // A composed letter, and the same letter as a base with an accent.
        let both = try CBORDecoder.decode(bytes("a2 62c3bc 00 6375cc88 01"))
        #expect(both == .map([.text(CBORText("\u{FC}")): .unsigned(0), .text(CBORText("u\u{308}")): .unsigned(1)]))
        // The sign for kelvin is no K.
        #expect(CBORText("\u{212A}") != CBORText("K"))
    }

    @Test("is read item by item, with what is left told exactly")
    func sequence() throws {
        var decoder = CBORDecoder(bytes("01 6161 a0"))
        #expect(try decoder.next() == .unsigned(1))
        #expect(decoder.remaining == 3)
        #expect(try decoder.next() == .text(CBORText("a")))
        #expect(!decoder.isAtEnd)
        #expect(try decoder.next() == .map([:]))
        #expect(decoder.isAtEnd)
        #expect(throws: Malformed.self) { try decoder.next() }
    }
}
