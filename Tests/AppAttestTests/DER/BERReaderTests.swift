import AppAttest
import TestSupport
import Testing

@Suite("The BER reader") struct BERReaderTests {
    private func octets(_ hex: String) throws -> [UInt8] {
        var reader = BERReader(bytes(hex), "test")
        let octets = try reader.octets()
        try reader.finish()
        return octets
    }

    @Test(
        "joins octets in pieces, of whatever lengths",
        arguments: [
            ("0403 010203", "010203"), ("0400", ""), ("2480 0401 01 0402 0203 0000", "010203"), ("2480 0000", ""),
            ("2405 0401 01 0400", "01"), ("2480 2480 0401 01 0000 2403 0401 02 0401 03 0000", "010203"),
            ("0484 00000003 010203", "010203"), ("0481 03 010203", "010203"), ("2480 0482 0001 00 0000", "00"),
        ])
    func pieces(_ hex: String, _ expected: String) throws { #expect(try octets(hex) == bytes(expected)) }

    @Test(
        "refuses what is not whole, or not octets",
        arguments: [
            "", "04", "0403 0102", "0480 01 0000", "2480", "2480 0401 01", "2480 0401 01 00", "2480 0401 01 0001 00",
            "2480 0C01 41 0000", "2403 0C01 41", "3080 0000", "0000", "2000", "2480 0401 01 0000 0000",
            "0485 0000000001 01", "0484 FFFFFFFF 01", "04FF 01", "2403 2480 00", "8403 010203", "2404 0401 01",
        ])
    func refusals(_ hex: String) { #expect(throws: Malformed.self) { try octets(hex) } }

    @Test("reads 16 levels of nesting, and no more, whether lengths are stated or not") func depth() throws {
        func indefinite(_ depth: Int) -> [UInt8] {
            (0..<depth).reduce(bytes("0401 41")) { inner, _ in [0x24, 0x80] + inner + [0, 0] }
        }
        func definite(_ depth: Int) -> [UInt8] { (0..<depth).reduce(bytes("0401 41")) { inner, _ in der(0x24, inner) } }
        for make in [indefinite, definite] {
            var reader = BERReader(make(15), "test")
            #expect(try reader.octets() == [0x41])
            for depth in [16, 17, 100] {
                var reader = BERReader(make(depth), "test")
                #expect(throws: Malformed.self) { try reader.octets() }
            }
        }
    }

    @Test("tells where an element of indefinite length ends, whatever zeros are in it") func ends() throws {
        var reader = BERReader(bytes("3080 0402 0000 3080 0000 0500 0000 0201 07"), "test")
        let element = try reader.next(.sequence)
        #expect(element.contents == bytes("0402 0000 3080 0000 0500"))
        #expect(element.encoding == bytes("3080 0402 0000 3080 0000 0500 0000"))
        #expect(try reader.next(.integer).smallInteger() == 7)
        #expect(reader.isAtEnd)
    }

    @Test("takes an optional element only if it is there") func optional() throws {
        var reader = BERReader(bytes("A080 0000 0201 07"), "test")
        #expect(try reader.nextContext(1) == nil)
        #expect(try reader.nextContext(0)?.contents == [])
        #expect(try reader.nextContext(0) == nil)
        #expect(throws: Malformed.self) { try reader.next(.sequence) }
    }
}
