import AppAttest
import TestSupport
import Testing

@Suite("DER, read") struct DERReaderTests {
    private func element(_ encoding: String) throws(Malformed) -> DERElement {
        var reader = DERReader(bytes(encoding), "element")
        let element = try reader.next()
        try reader.finish()
        return element
    }

    @Test(
        "gives class, form, number and contents of an element",
        arguments: [
            ("02 01 05", .universal, false, 2, "05"), ("30 00", .universal, true, 16, ""),
            ("a0 03 020102", .contextSpecific, true, 0, "020102"), ("80 01 ff", .contextSpecific, false, 0, "ff"),
            ("41 00", .application, false, 1, ""), ("c2 01 00", .private, false, 2, "00"),
            ("9e 00", .contextSpecific, false, 30, ""), ("bf 1f 00", .contextSpecific, true, 31, ""),
            ("bf 8934 01 00", .contextSpecific, true, 1204, "00"), ("bf 8a7d 00", .contextSpecific, true, 1405, ""),
            ("bf ffffff7f 00", .contextSpecific, true, 0xFFF_FFFF, ""),
        ] as [(String, DERElement.TagClass, Bool, UInt32, String)])
    func elements(
        _ encoding: String, _ tagClass: DERElement.TagClass, _ constructed: Bool, _ number: UInt32, _ contents: String
    ) throws {
        let element = try element(encoding)
        #expect(element.tagClass == tagClass)
        #expect(element.isConstructed == constructed)
        #expect(element.tagNumber == number)
        #expect(element.contents == bytes(contents))
        #expect(element.encoding == bytes(encoding))
    }

    @Test("takes the shortest length only", arguments: [0, 1, 127, 128, 255, 256, 65_535, 65_536])
    func lengths(_ count: Int) throws {
        let contents = [UInt8](repeating: 7, count: count)
        let forms: [[UInt8]] = [
            [UInt8(truncatingIfNeeded: count)],
            [0x81, UInt8(truncatingIfNeeded: count)],
            [0x82, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)],
            [0x83] + [16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) },
            [0x84, 0] + [16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) },
        ]
        let shortest = count < 128 ? 0 : count < 256 ? 1 : count < 65_536 ? 2 : 3
        for (index, form) in forms.enumerated() {
            var reader = DERReader([0x04] + form + contents, "element")
            if index == shortest {
                #expect(try reader.next().contents == contents)
            } else if index > shortest {
                let refusal = #expect(throws: Malformed.self) { try reader.next() }
                #expect(refusal?.detail.contains("shortest form") == true)
            }
        }
    }

    @Test(
        "refuses",
        arguments: [
            ("30 80 0201050000", "indefinite length"), ("24 80 0401000000", "indefinite length"),
            ("04 85 0000000001 00", "length of 5 bytes"), ("04 ff", "length of 127 bytes"),
            ("04 84 ffffffff", "promises 4294967295 bytes"), ("04 7f", "promises 127 bytes"),
            ("04 02 00", "promises 2 bytes"), ("04", "ends"), ("", "ends"), ("04 82 01", "promises 2 bytes"),
            ("1f 1e 00", "shortest form"), ("bf 801f 00", "leading zeros"), ("bf", "ends"), ("bf ff", "ends"),
            ("bf 8080808001 00", "leading zeros"), ("bf 81ffffff7f 00", "over 28 bits"), ("bf 1f", "ends"),
            ("02 01 05 00", "1 bytes are left over"),
        ])
    func refuses(_ encoding: String, _ words: String) {
        let refusal = #expect(throws: Malformed.self) { try element(encoding) }
        #expect(refusal?.detail.contains(words) == true, "\(encoding): \(refusal?.detail ?? "")")
    }

    @Test("is refused at every length below its own")
    func truncation() {
        let whole = bytes("30 0c bf 8934 04 04024142 a1 02 0500")
        for count in 0..<whole.count {
            var reader = DERReader(Array(whole.prefix(count)), "element")
            #expect(throws: Malformed.self) { try reader.next() }
        }
    }

    @Test("asks for types by number, form and class")
    func types() throws {
        for encoding in ["24 00", "84 00", "44 00", "05 00"] {
            var reader = DERReader(bytes(encoding), "octets")
            let refusal = #expect(throws: Malformed.self) { try reader.next(.octetString) }
            #expect(refusal?.detail == "octets: expected octetString, found another type")
        }
        var primitive = DERReader(bytes("10 00"), "sequence")
        #expect(throws: Malformed.self) { try primitive.sequence("sequence") }
    }

    @Test("leaves an optional element of another kind where it is")
    func optional() throws {
        var reader = DERReader(bytes("a1 00 81 00 01 01 ff"), "fields")
        #expect(try reader.nextContext(0, constructed: true) == nil)
        #expect(try reader.nextContext(1, constructed: false) == nil)
        #expect(try reader.nextContext(1, constructed: true) != nil)
        #expect(try reader.nextIfPresent(.boolean) == nil)
        #expect(try reader.nextContext(1, constructed: false) != nil)
        #expect(try reader.nextIfPresent(.boolean)?.boolean() == true)
        #expect(reader.isAtEnd)
        #expect(try reader.nextIfPresent(.boolean) == nil)
    }
}
