import AppAttest
import Testing

@Suite("Claims of an attestation, by number") struct ClaimCountTests {
    /// SEQUENCE of `[tag] EXPLICIT OCTET STRING` of one byte, for tags above 30.
    private func extensionValue(_ tags: [UInt32]) -> [UInt8] {
        let fields = tags.flatMap { tag -> [UInt8] in
            [0xBF, UInt8(0x80 | tag >> 7), UInt8(tag & 0x7F), 3, 0x04, 1, UInt8(truncatingIfNeeded: tag)]
        }
        let length: [UInt8]
        switch fields.count {
        case ..<128: length = [UInt8(fields.count)]
        case ..<256: length = [0x81, UInt8(fields.count)]
        default: length = [0x82, UInt8(fields.count >> 8), UInt8(fields.count & 0xFF)]
        }
        return [0x30] + length + fields
    }

    @Test("all are found, however many there are", arguments: [1, 15, 16, 17, 18, 33, 200]) func all(count: Int) throws
    {
        let tags = (0..<count).map { UInt32(1_200 + $0) }
        let claims = try AppleExtensions.claims(extensionValue(tags))
        #expect(claims == Dictionary(uniqueKeysWithValues: tags.map { ($0, [UInt8(truncatingIfNeeded: $0)]) }))
    }

    @Test(
        "one that is there twice is found, wherever the two are",
        arguments: [(40, 0, 39), (40, 14, 15), (40, 15, 16), (40, 16, 17), (40, 0, 16), (40, 15, 39), (40, 38, 39)])
    func twice(count: Int, first: Int, second: Int) throws {
        var tags = (0..<count).map { UInt32(1_200 + $0) }
        tags[second] = tags[first]
        let error = #expect(throws: Malformed.self) { try AppleExtensions.claims(extensionValue(tags)) }
        #expect(error?.detail == "claims extension: tag \(tags[first]) occurs twice")
    }
}
