extension DERElement {
    /// BOOLEAN: one byte, 00 or FF.
    package func boolean() throws(Malformed) -> Bool {
        guard isUniversal(.boolean), contents == [0x00] || contents == [0xFF] else {
            throw Malformed("not a BOOLEAN in DER")
        }
        return contents == [0xFF]
    }

    /// INTEGER contents in the shortest two's-complement form.
    package func integerBytes() throws(Malformed) -> [UInt8] {
        guard isUniversal(.integer), let first = contents.first else { throw Malformed("not an INTEGER") }
        if contents.count > 1 {
            let padded = (first == 0x00 && contents[1] & 0x80 == 0) || (first == 0xFF && contents[1] & 0x80 != 0)
            guard !padded else { throw Malformed("INTEGER not in its shortest form") }
        }
        return contents
    }

    /// A small INTEGER that is not negative.
    package func smallInteger() throws(Malformed) -> UInt64 {
        let bytes = try integerBytes()
        guard bytes[0] & 0x80 == 0, bytes.count <= 8 else { throw Malformed("INTEGER negative or over 63 bits") }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// BIT STRING of whole bytes.
    package func octetAlignedBits() throws(Malformed) -> [UInt8] {
        guard isUniversal(.bitString), contents.first == 0 else { throw Malformed("not a BIT STRING of whole bytes") }
        return Array(contents.dropFirst())
    }

    /// BIT STRING of named bits: trailing zero bits are not encoded (X.690 section 11.2.2).
    /// - Returns: the numbers of the bits that are set.
    package func namedBits() throws(Malformed) -> Set<Int> {
        guard isUniversal(.bitString), let unused = contents.first, unused < 8 else {
            throw Malformed("not a BIT STRING")
        }
        let bytes = contents.dropFirst()
        guard let last = bytes.last else {
            guard unused == 0 else { throw Malformed("BIT STRING with unused bits but no bits") }
            return []
        }
        guard last & ((1 << unused) - 1) == 0, last >> unused & 1 == 1 else {
            throw Malformed("BIT STRING not in its shortest form")
        }
        var bits = Set<Int>()
        for (index, byte) in bytes.enumerated() {
            for bit in 0..<8 where byte & (0x80 >> bit) != 0 { bits.insert(index * 8 + bit) }
        }
        return bits
    }

    /// Dotted decimal form of an OBJECT IDENTIFIER.
    package func objectIdentifier() throws(Malformed) -> String {
        guard isUniversal(.objectIdentifier), let last = contents.last, last & 0x80 == 0 else {
            throw Malformed("not an OBJECT IDENTIFIER")
        }
        var arcs: [UInt64] = []
        var value: UInt64 = 0
        var isFirstByte = true
        for byte in contents {
            guard !(isFirstByte && byte == 0x80), value >> 56 == 0 else {
                throw Malformed("OBJECT IDENTIFIER with a padded or oversized arc")
            }
            value = value << 7 | UInt64(byte & 0x7F)
            isFirstByte = byte & 0x80 == 0
            if isFirstByte {
                arcs.append(value)
                value = 0
            }
        }
        let root = min(arcs[0] / 40, 2)
        return ([root, arcs[0] - root * 40] + arcs.dropFirst()).map(String.init).joined(separator: ".")
    }

    /// UTCTime or GeneralizedTime as RFC 5280 section 4.1.2.5 has them, in seconds since 1970.
    package func time() throws(Malformed) -> Int64 {
        let digits: [UInt8]
        let year: Int64
        if isUniversal(.utcTime), contents.count == 13 {
            digits = try Self.digits(contents)
            let short = Self.number(digits[0..<2])
            year = short >= 50 ? 1900 + short : 2000 + short
        } else if isUniversal(.generalizedTime), contents.count == 15 {
            digits = Array(try Self.digits(contents).dropFirst(2))
            year = Self.number(contents[0..<4].map { $0 - 0x30 }[...])
            guard year < 1950 || year >= 2050 else { throw Malformed("GeneralizedTime for a year before 2050") }
        } else {
            throw Malformed("not a time with seconds and Z")
        }
        let fields = stride(from: 2, to: 12, by: 2).map { Self.number(digits[$0..<$0 + 2]) }
        guard
            let seconds = CivilTime.secondsSince1970(
                year: year, month: fields[0], day: fields[1], hour: fields[2], minute: fields[3], second: fields[4])
        else { throw Malformed("a time that does not exist") }
        return seconds
    }

    private static func digits(_ text: [UInt8]) throws(Malformed) -> [UInt8] {
        guard text.last == 0x5A, text.dropLast().allSatisfy({ 0x30...0x39 ~= $0 }) else {
            throw Malformed("a time that is not digits and Z")
        }
        return text.dropLast().map { $0 - 0x30 }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64 { digits.reduce(0) { $0 * 10 + Int64($1) } }
}
