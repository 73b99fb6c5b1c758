import Compression
import TestSupport
import Testing

@Suite("Inflating gzip") struct GzipTests {
    /// `{"ttl":"3600s"}` by gzip(1).
    static let member = bytes("1f8b0800000000000203ab562a29c951b252323633302856aa0500dc1149aa0f000000")
    /// Nothing, by Python.
    static let empty = bytes("1f8b080000000000020303000000000000000000")
    static let text = Array(#"{"ttl":"3600s"}"#.utf8)

    @Test(
        "gives what was compressed",
        arguments: [
            (member, #"{"ttl":"3600s"}"#),
            (empty, ""),
            // With a name and a time, by gzip(1).
            (
                bytes("1f8b0808c0d668690003746f6b2e6a736f6e00ab564a54b232ac0500afac1b5607000000"),
                #"{"a":1}"#
            ),
            // With every part that a header may have: extra field, name, comment, checksum.
            (
                bytes("1f8b081f0000000000ff06004142020078796e006300c352ab564a54b232ac0500afac1b5607000000"),
                #"{"a":1}"#
            ),
            // Stored without being made smaller.
            (bytes("1f8b08000000000000ff010700f8ff7b2261223a317dafac1b5607000000"), #"{"a":1}"#),
        ])
    func members(_ member: [UInt8], _ text: String) throws {
        #expect(try Gzip.inflate(member, limit: 100) == Array(text.utf8))
    }

    @Test("takes several members after each other as one") func severalMembers() throws {
        let (member, empty, text) = (Self.member, Self.empty, Self.text)
        #expect(try Gzip.inflate(member + member, limit: 100) == text + text)
        #expect(try Gzip.inflate(empty + member + empty + empty, limit: 100) == text)
        #expect(throws: GzipFault.tooLarge) { try Gzip.inflate(member + member, limit: 29) }
        #expect(try Gzip.inflate(member + member, limit: 30) == text + text)
    }

    @Test("refuses what is cut off, wherever") func truncation() {
        for whole in [Self.member, Self.empty] {
            for count in 0..<whole.count { expectMalformed(Array(whole.prefix(count)), "\(count) bytes") }
            for count in 1..<whole.count {
                expectMalformed(Self.member + whole.prefix(count), "\(count) bytes of the second member")
            }
        }
    }

    @Test("refuses anything behind the end") func trailing() {
        for more: [UInt8] in [[0], [0x1F], [0x1F, 0x8B], [0x0A], [UInt8](repeating: 0, count: 512)] {
            expectMalformed(Self.member + more, "\(more.count) bytes more")
        }
    }

    @Test("gives nothing else for any bit that is turned over") func damage() throws {
        for place in Self.member.indices {
            for bit in 0..<8 {
                var damaged = Self.member
                damaged[place] ^= 1 << UInt8(bit)
                // Time, compression level and system say nothing of the contents, nor do the flag for text and what fills
                // the last byte before the checksum.
                let isWithoutEffect = 4...9 ~= place || (place, bit) == (3, 0) || place == 26 && bit >= 2
                if isWithoutEffect {
                    #expect(try Gzip.inflate(damaged, limit: 100) == Self.text)
                } else {
                    expectMalformed(damaged, "bit \(bit) of byte \(place)")
                }
            }
        }
    }

    @Test("refuses what others make of the same bytes") func otherFormats() {
        expectMalformed(bytes("789cab564a54b232ac0500082a0209"), "zlib")
        expectMalformed(bytes("ab564a54b232ac0500"), "deflate")
        expectMalformed(Self.text, "as they are")
    }

    @Test("keeps a limit to the byte") func limits() throws {
        #expect(try Gzip.inflate(Self.member, limit: 15) == Self.text)
        #expect(throws: GzipFault.tooLarge) { try Gzip.inflate(Self.member, limit: 14) }
        #expect(throws: GzipFault.tooLarge) { try Gzip.inflate(Self.member, limit: 0) }
        #expect(try Gzip.inflate(Self.empty, limit: 0) == [])
        let zeros = [UInt8](repeating: 0, count: 100_000_801)
        for limit in [16_383, 16_384, 65_536, 100_000_800] {
            #expect(throws: GzipFault.tooLarge) { try Gzip.inflate(Bomb.zeros, limit: limit) }
        }
        #expect(try Gzip.inflate(Bomb.zeros, limit: 100_000_801) == zeros)
    }

    @Test("stops at the limit, however much would follow") func bomb() {
        let clock = ContinuousClock()
        let time = clock.measure {
            for _ in 0..<20 {
                #expect(throws: GzipFault.tooLarge) { try Gzip.inflate(Bomb.zeros, limit: 65_536) }
            }
        }
        // All of it would be two thousand million bytes.
        #expect(time < .seconds(1))
    }

    @Test("does not believe what a member says of its length") func statedLength() {
        let stated = Self.member.dropLast(4) + bytes("01000000")
        expectMalformed(Array(stated), "1 byte stated")
        let bomb = Bomb.zeros.dropLast(4) + bytes("01000000")
        #expect(throws: GzipFault.tooLarge) { try Gzip.inflate(Array(bomb), limit: 65_536) }
    }

    private func expectMalformed(
        _ bytes: [UInt8], _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: GzipFault.malformed, Comment(rawValue: what), sourceLocation: sourceLocation) {
            try Gzip.inflate(bytes, limit: 65_536)
        }
    }
}
