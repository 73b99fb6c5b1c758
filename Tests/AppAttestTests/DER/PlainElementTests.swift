import AppAttest
import Testing

/// What an element's octets say by X.690 section 8.1, read in the plainest way: without a form that is tried first.
private struct ReadElement: Equatable {
    var tagClass: UInt8
    var isConstructed: Bool
    var tagNumber: UInt32
    var encoding: [UInt8]
    var contents: [UInt8]

    init(_ element: DERElement) {
        (tagClass, isConstructed, tagNumber) = (element.tagClass.rawValue, element.isConstructed, element.tagNumber)
        (encoding, contents) = (element.encoding, element.contents)
    }

    /// - Parameter isStrict: whether lengths must be the shortest, as in DER.
    /// - Returns: nil for what is no element of a definite length of four bytes and a tag number of 28 bits at most.
    init?(_ bytes: [UInt8], isStrict: Bool) {
        var place = 0
        func octet() -> UInt8? {
            guard place < bytes.count else { return nil }
            place += 1
            return bytes[place - 1]
        }
        guard let identifier = octet(), identifier != 0x00, identifier != 0x20 else { return nil }
        var number = UInt32(identifier % 32)
        if number == 31 {
            var digits: [UInt32] = []
            repeat {
                guard let digit = octet(), digits.count < 4 else { return nil }
                digits.append(UInt32(digit))
            } while digits[digits.count - 1] >= 128
            number = digits.reduce(0) { $0 * 128 + $1 % 128 }
            guard digits[0] != 128, number >= 31 else { return nil }
        }
        guard let first = octet(), first != 128 else { return nil }
        var length = Int(first)
        if first > 128 {
            guard first <= 132 else { return nil }
            length = 0
            for _ in 0..<first - 128 {
                guard let digit = octet() else { return nil }
                length = length * 256 + Int(digit)
            }
            let shortest = length < 128 ? 0 : length < 256 ? 1 : length < 65_536 ? 2 : length < 16_777_216 ? 3 : 4
            guard !isStrict || Int(first) - 128 == shortest else { return nil }
        }
        guard bytes.count - place >= length else { return nil }
        (tagClass, isConstructed) = (identifier / 64, identifier / 32 % 2 == 1)
        tagNumber = number
        (encoding, contents) = (Array(bytes[..<(place + length)]), Array(bytes[place..<(place + length)]))
    }
}

@Suite("Elements of DER and BER, of whatever form") struct PlainElementTests {
    private static let identifiers: [UInt8] = [
        0x00, 0x01, 0x02, 0x04, 0x1E, 0x1F, 0x20, 0x24, 0x30, 0x3F, 0x40, 0x5F, 0x60, 0x80, 0x9F, 0xA0, 0xBF, 0xC0,
        0xDF, 0xE0,
        0xFF,
    ]
    /// Around every number at which the meaning of an octet changes.
    private static let octets: [UInt8] = [
        0, 1, 2, 3, 5, 30, 31, 32, 126, 127, 128, 129, 130, 131, 132, 133, 158, 159, 254, 255,
    ]

    /// All heads of up to five octets from those, each followed by nothing, a little and much.
    private func everyHead(of identifier: UInt8, _ body: ([UInt8]) -> Void) {
        func extend(_ head: [UInt8]) {
            for count in [0, 1, 130, 515] { body(head + [UInt8](repeating: 0x05, count: count)) }
            // Of the last octets fewer: they end a tag number or a length.
            guard head.count < 5 else { return }
            for octet in head.count < 3 ? Self.octets : [0, 1, 127, 128, 255] { extend(head + [octet]) }
        }
        extend([identifier])
    }

    @Test("are read as their octets say, or refused", arguments: identifiers) func heads(identifier: UInt8) {
        var (readings, refusals) = (0, 0)
        everyHead(of: identifier) { bytes in
            var der = DERReader(bytes, "element")
            let expected = ReadElement(bytes, isStrict: true)
            let found = (try? der.next()).map(ReadElement.init)
            // Each expectation costs more than what it looks at.
            if found != expected { #expect(found == expected, "DER \(bytes.prefix(8)), \(bytes.count) bytes") }
            if found == nil { refusals += 1 } else { readings += 1 }
            // Where the length is indefinite the end is looked for: another test's affair.
            guard let length = lengthOctet(bytes), length != 0x80 else { return }
            var ber = BERReader(bytes, "element")
            let lenient = ReadElement(bytes, isStrict: false)
            let read = (try? ber.next()).map(ReadElement.init)
            if read != lenient { #expect(read == lenient, "BER \(bytes.prefix(8)), \(bytes.count) bytes") }
        }
        #expect(refusals > 1_000)
        #expect(readings > 1_000 || identifier == 0x00 || identifier == 0x20)
    }

    /// The octet that a length begins with; nil where there is none.
    private func lengthOctet(_ bytes: [UInt8]) -> UInt8? {
        guard bytes[0] % 32 == 31 else { return bytes.count > 1 ? bytes[1] : nil }
        guard let last = bytes.dropFirst().firstIndex(where: { $0 < 128 }), last + 1 < bytes.count else { return nil }
        return bytes[last + 1]
    }
}
