extension FixedWidthInteger {
    /// The bytes of the number, the most significant first: as many as its type has.
    package var bigEndianBytes: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> Self($0)) }
    }
}
