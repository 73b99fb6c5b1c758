import AppAttest
import TestSupport
import Testing

@Suite("DER values") struct DERPrimitiveTests {
    private func element(_ encoding: String) throws -> DERElement {
        var reader = DERReader(bytes(encoding), "value")
        return try reader.next()
    }

    @Test("A boolean is FF or 00")
    func booleans() throws {
        #expect(try element("01 01 ff").boolean())
        #expect(try !element("01 01 00").boolean())
        for bad in ["01 01 01", "01 00", "01 02 ffff", "02 01 ff"] {
            #expect(throws: Malformed.self, "\(bad)") { try element(bad).boolean() }
        }
    }

    @Test("An integer is in its shortest form")
    func integers() throws {
        for (encoding, value) in [
            ("02 01 00", 0), ("02 01 7f", 127), ("02 02 0080", 128), ("02 02 0100", 256),
            ("02 08 7fffffffffffffff", UInt64(Int64.max)),
        ] { #expect(try element(encoding).smallInteger() == value) }
        #expect(try element("02 02 ff7f").integerBytes() == [0xFF, 0x7F])
        for bad in ["02 00", "02 02 007f", "02 02 ff80", "02 03 000080", "03 01 00", "22 01 00"] {
            #expect(throws: Malformed.self, "\(bad)") { try element(bad).integerBytes() }
        }
        for bad in ["02 01 80", "02 01 ff", "02 09 008000000000000000", "02 09 7fffffffffffffffff"] {
            #expect(throws: Malformed.self, "\(bad)") { try element(bad).smallInteger() }
        }
    }

    @Test(
        "An object identifier has its dotted form",
        arguments: [
            ("06 03 551d13", "2.5.29.19"), ("06 07 2a8648ce3d0201", "1.2.840.10045.2.1"),
            ("06 08 2a8648ce3d040302", "1.2.840.10045.4.3.2"), ("06 05 2b81040022", "1.3.132.0.34"),
            ("06 09 2a864886f763640802", "1.2.840.113635.100.8.2"), ("06 01 00", "0.0"), ("06 01 27", "0.39"),
            ("06 01 28", "1.0"), ("06 01 4f", "1.39"), ("06 01 50", "2.0"), ("06 03 883703", "2.999.3"),
            ("06 09 2affffffffffffff7f", "1.2.72057594037927935"),
        ])
    func identifiers(_ encoding: String, _ dotted: String) throws {
        #expect(try element(encoding).objectIdentifier().description == dotted)
    }

    @Test(
        "An object identifier that is cut, padded or far too large is refused",
        arguments: [
            "06 00", "06 01 80", "06 02 2a81", "06 03 2a8001", "06 02 8055", "06 0b 2a ffffffffffffffffff7f",
            "04 01 2a",
        ])
    func badIdentifiers(_ encoding: String) {
        #expect(throws: Malformed.self) { try element(encoding).objectIdentifier() }
    }

    @Test("A bit string of whole bytes has no unused bits")
    func octetAlignedBits() throws {
        #expect(try element("03 03 000102").octetAlignedBits() == [1, 2])
        #expect(try element("03 01 00").octetAlignedBits() == [])
        for bad in ["03 00", "03 02 0100", "03 02 0780", "04 02 0001", "23 03 030100"] {
            #expect(throws: Malformed.self, "\(bad)") { try element(bad).octetAlignedBits() }
        }
    }

    @Test("Named bits count from the highest, and zeros at the end are left out")
    func namedBits() throws {
        #expect(try element("03 02 0106").namedBits() == [5, 6])
        #expect(try element("03 02 04f0").namedBits() == [0, 1, 2, 3])
        #expect(try element("03 02 0780").namedBits() == [0])
        #expect(try element("03 03 070080").namedBits() == [8])
        #expect(try element("03 01 00").namedBits() == [])
        for bad in ["03 00", "03 01 01", "03 02 0006", "03 02 0206", "03 02 0000", "03 02 0880", "03 02 0107"] {
            #expect(throws: Malformed.self, "\(bad)") { try element(bad).namedBits() }
        }
    }
}

@Suite("Times in certificates") struct DERTimeTests {
    private func time(_ tag: UInt8, _ text: String) throws -> Int64 {
        var reader = DERReader([tag, UInt8(text.utf8.count)] + Array(text.utf8), "time")
        return try reader.next().time()
    }

    @Test(
        "UTCTime turns from 2049 to 1950 between 49 and 50",
        arguments: [
            ("491231235959Z", 2_524_607_999), ("500101000000Z", -631_152_000), ("991231235959Z", 946_684_799),
            ("000101000000Z", 946_684_800), ("700101000000Z", 0), ("691231235959Z", -1),
            ("200318183253Z", 1_584_556_373), ("450315000000Z", 2_373_148_800), ("000229120000Z", 951_825_600),
            ("240229000000Z", 1_709_164_800),
        ] as [(String, Int64)])
    func utcTime(_ text: String, _ seconds: Int64) throws { #expect(try time(0x17, text) == seconds) }

    @Test(
        "GeneralizedTime is for years that UTCTime cannot name",
        arguments: [
            ("20500101000000Z", 2_524_608_000), ("99991231235959Z", 253_402_300_799),
            ("19491231235959Z", -631_152_001), ("19000301000000Z", -2_203_891_200),
            ("21000301000000Z", 4_107_542_400), ("20520229000000Z", 2_592_777_600),
            ("00010101000000Z", -62_135_596_800), ("00000101000000Z", -62_167_219_200),
            ("00001231235959Z", -62_135_596_801), ("24000229000000Z", 13_574_563_200),
        ] as [(String, Int64)])
    func generalizedTime(_ text: String, _ seconds: Int64) throws { #expect(try time(0x18, text) == seconds) }

    @Test(
        "A moment that does not exist is refused",
        arguments: [
            "230229000000Z", "250229000000Z", "200230000000Z", "200431000000Z", "200001000000Z", "201301000000Z",
            "200100000000Z", "200132000000Z", "200101240000Z", "200101006000Z", "200101000060Z",
        ])
    func nonexistent(_ text: String) {
        let refusal = #expect(throws: Malformed.self) { try time(0x17, text) }
        #expect(refusal?.detail == "a time that does not exist")
        #expect(throws: Malformed.self) { try time(0x18, "21" + text) }
    }

    @Test("The century has no leap day, the fourth has")
    func centuries() throws {
        #expect(throws: Malformed.self) { try time(0x18, "21000229000000Z") }
        #expect(throws: Malformed.self) { try time(0x18, "19000229000000Z") }
        #expect(try time(0x17, "000229000000Z") == 951_782_400)
    }

    @Test(
        "Other forms of the same types are refused",
        arguments: [
            (0x17, "2001010000Z"), (0x17, "200101000000"), (0x17, "200101000000+0000"), (0x17, "200101000000z"),
            (0x17, "20010100000Z"), (0x17, "2001010000000Z"), (0x17, "20010100000 Z"), (0x17, "-00101000000Z"),
            (0x17, ""), (0x18, "20200101000000Z"), (0x18, "20491231235959Z"), (0x18, "205001010000Z"),
            (0x18, "20500101000000.5Z"), (0x18, "20500101000000"), (0x18, "2050010100000+Z"), (0x18, ""),
            (0x16, "200101000000Z"), (0x37, "200101000000Z"),
        ] as [(UInt8, String)])
    func otherForms(_ tag: UInt8, _ text: String) {
        #expect(throws: Malformed.self) { try time(tag, text) }
    }

    @Test(
        "are written as RFC 3339 text",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_799, "2000-02-29T23:59:59Z"), (951_868_800, "2000-03-01T00:00:00Z"),
            (2_524_607_999, "2049-12-31T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
            (1_781_524_800, "2026-06-15T12:00:00Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
            (-62_135_596_801, "0000-12-31T23:59:59Z"), (-62_162_035_201, "0000-02-29T23:59:59Z"),
            (-62_167_219_200, "0000-01-01T00:00:00Z"),
        ] as [(Int64, String)])
    func text(_ seconds: Int64, _ text: String) { #expect(CivilTime.text(seconds) == text) }

    @Test("Every day of four centuries follows the day before")
    func everyDay() throws {
        var expected: Int64 = -11_676_096_000  // 1 January 1600
        for year: Int64 in 1600..<2000 {
            for month: Int64 in 1...12 {
                for day: Int64 in 1...31 {
                    guard
                        let seconds = CivilTime.secondsSince1970(
                            year: year, month: month, day: day, hour: 0, minute: 0, second: 0)
                    else { continue }
                    try #require(seconds == expected)
                    expected += 86_400
                }
            }
        }
        #expect(expected == 946_684_800)
    }

    @Test("Moments beyond all calendars are written without a trap", arguments: [Int64(1) << 53, -(Int64(1) << 53)])
    func beyond(_ seconds: Int64) { #expect(CivilTime.text(seconds).hasSuffix("Z")) }
}
