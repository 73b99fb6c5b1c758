extension FixedWidthInteger {
    /// The bytes of the number, the most significant first: as many as its type has.
    // Inlined, or it would work on a number of an unknown type, many times slower.
    @inlinable package var bigEndianBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.bitWidth / 8)
        var shift = Self.bitWidth - 8
        while shift >= 0 {
            bytes.append(UInt8(truncatingIfNeeded: self &>> Self(truncatingIfNeeded: shift)))
            shift -= 8
        }
        return bytes
    }
}
