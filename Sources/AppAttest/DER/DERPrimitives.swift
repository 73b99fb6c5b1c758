extension DERElement {
    /// BOOLEAN: one byte, 00 or FF.
    package func boolean() throws(Malformed) -> Bool {
        guard isUniversal(.boolean), octets.count == 1, let octet = octets.first, octet == 0x00 || octet == 0xFF else {
            throw Malformed("not a BOOLEAN in DER")
        }
        return octet == 0xFF
    }

    /// INTEGER contents in the shortest two's-complement form.
    package func integerBytes() throws(Malformed) -> [UInt8] { Array(try integerOctets()) }

    private func integerOctets() throws(Malformed) -> ArraySlice<UInt8> {
        let octets = octets
        guard isUniversal(.integer), let first = octets.first else { throw Malformed("not an INTEGER") }
        if octets.count > 1 {
            let second = octets[octets.startIndex + 1]
            let padded = (first == 0x00 && second & 0x80 == 0) || (first == 0xFF && second & 0x80 != 0)
            guard !padded else { throw Malformed("INTEGER not in its shortest form") }
        }
        return octets
    }

    /// A small INTEGER that is not negative.
    package func smallInteger() throws(Malformed) -> UInt64 {
        let octets = try integerOctets()
        guard let first = octets.first, first & 0x80 == 0, octets.count <= 8 else {
            throw Malformed("INTEGER negative or over 63 bits")
        }
        return octets.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// BIT STRING of whole bytes.
    package func octetAlignedBits() throws(Malformed) -> [UInt8] {
        guard isUniversal(.bitString), octets.first == 0 else { throw Malformed("not a BIT STRING of whole bytes") }
        return Array(octets.dropFirst())
    }

    /// BIT STRING of named bits: trailing zero bits are not encoded (X.690 section 11.2.2).
    /// - Returns: the numbers of the bits that are set.
    package func namedBits() throws(Malformed) -> Set<Int> {
        guard isUniversal(.bitString), let unused = octets.first, unused < 8 else {
            throw Malformed("not a BIT STRING")
        }
        let bytes = octets.dropFirst()
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

    /// OBJECT IDENTIFIER.
    package func objectIdentifier() throws(Malformed) -> OID {
        guard isUniversal(.objectIdentifier) else { throw Malformed("not an OBJECT IDENTIFIER") }
        return try OID(octets: octets)
    }

    /// UTCTime or GeneralizedTime as RFC 5280 section 4.1.2.5 has them, in seconds since 1970.
    package func time() throws(Malformed) -> Int64 {
        let (isShort, isLong) = (isUniversal(.utcTime), isUniversal(.generalizedTime))
        guard isShort && octets.count == 13 || isLong && octets.count == 15 else {
            throw Malformed("not a time with seconds and Z")
        }
        let octets = octets
        guard octets.last == 0x5A, octets.dropLast().allSatisfy({ 0x30...0x39 ~= $0 }) else {
            throw Malformed("a time that is not digits and Z")
        }
        /// The two digits at a place that counts from the end, where a Z is.
        func two(_ place: Int) -> Int64 {
            let index = octets.endIndex - place
            return Int64(octets[index] - 0x30) * 10 + Int64(octets[index + 1] - 0x30)
        }
        let short = two(13)
        let year: Int64
        if isShort {
            year = short >= 50 ? 1900 + short : 2000 + short
        } else {
            year = two(15) * 100 + short
            guard year < 1950 || year >= 2050 else { throw Malformed("GeneralizedTime for a year before 2050") }
        }
        let (month, day, hour, minute, second) = (two(11), two(9), two(7), two(5), two(3))
        guard
            let seconds = CivilTime.secondsSince1970(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { throw Malformed("a time that does not exist") }
        return seconds
    }
}
