internal import COpenSSL

/// Sums of multiples of a point of P-384, so that a product with it takes few additions and hardly a doubling: a comb (Lim and
/// Lee, CRYPTO '94) whose bits all stand for plus or minus one.
///
/// A number is written with a sign for each power of two (``CombSigns``). The signs are dealt to eight teeth of 48 in a row, and
/// those of a tooth to four blocks of twelve. What the eight teeth have at one place of a block is one of 128 sums, or its
/// opposite, and these are kept for each block. A product is then, for each of twelve places, one doubling and one sum of each
/// block. The 512 points take 0.2 MB, so that a processor's cache has room for two combs. They are public and looked up by public
/// numbers, so nothing here needs constant time; every addition is libcrypto's.
final class PointComb: Sendable {
    static let teeth = 8
    static let blocks = 4
    /// Of a block; there is one doubling less.
    static let places = 12
    /// Signs of a tooth.
    static let toothLength = blocks * places
    private static let sumsOfBlock = 1 << (teeth - 1)

    private let sums: CurvePoints

    /// - Throws: `libraryFailure` for lack of memory.
    init(of point: OpaquePointer, _ group: OpaquePointer, _ numbers: NumberContext) throws(CryptographyError) {
        let powers = try unsafe Self.powers(of: point, group, numbers)
        let made = try unsafe CurvePoints(Self.blocks * Self.sumsOfBlock, group)
        for block in 0..<Self.blocks {
            func power(_ tooth: Int) -> Int { tooth * Self.toothLength + block * Self.places }
            let first = block * Self.sumsOfBlock
            // Every tooth but the last is negative in the first one.
            var lower = unsafe powers[power(0)]
            for tooth in 1..<Self.teeth - 1 {
                try unsafe made.put(lower, plus: powers[power(tooth)], at: first, numbers)
                unsafe lower = made[first]
            }
            try made.invert(first, numbers)
            try unsafe made.put(made[first], plus: powers[power(Self.teeth - 1)], at: first, numbers)
            // A tooth that turns positive adds its power twice.
            for sum in 1..<Self.sumsOfBlock {
                let tooth = sum.bitWidth - 1 - sum.leadingZeroBitCount
                let other = unsafe made[first + sum - (1 << tooth)]
                try unsafe made.put(other, plus: powers[power(tooth) + 1], at: first + sum, numbers)
            }
        }
        // Adding a point whose third coordinate is 1 costs two thirds of adding another.
        try made.makeAffine(numbers)
        sums = made
    }

    /// The point times each power of two that has a sign, and the one after.
    private static func powers(
        of point: OpaquePointer, _ group: OpaquePointer, _ numbers: NumberContext
    ) throws(CryptographyError) -> CurvePoints {
        let powers = try unsafe CurvePoints(teeth * toothLength + 1, group)
        try unsafe powers.put(point, at: 0)
        for power in 1..<powers.count { try unsafe powers.putDouble(of: powers[power - 1], at: power, numbers) }
        try powers.makeAffine(numbers)
        return powers
    }

    /// What the teeth come to at one place of one block.
    /// - Returns: a sum, and whether its opposite is meant.
    func sum(_ signs: CombSigns, _ block: Int, _ place: Int) -> (point: OpaquePointer, isOpposite: Bool) {
        let (pattern, isOpposite) = signs.pattern(at: block * Self.places + place)
        return unsafe (sums[block * Self.sumsOfBlock + pattern], isOpposite)
    }
}

/// A number below the order of P-384 by signs alone: modulo the order it is the sum of all `±2^i` for `i` from 0 to 383.
struct CombSigns {
    /// How many powers of two have a sign.
    static let count = 384
    private var teeth: InlineArray<8, UInt64> = .init(repeating: 0)

    /// - Parameter bytes: 48, big-endian, of the number `k` whose ones stand for plus: what is meant is `2 k - (2^384 - 1)`.
    init(_ bytes: [UInt8]) {
        for tooth in teeth.indices {
            let end = bytes.count - 6 * tooth
            for byte in bytes[end - 6..<end] { teeth[tooth] = teeth[tooth] << 8 | UInt64(byte) }
        }
    }

    /// The signs of all teeth at a place.
    /// - Returns: those of all but the last tooth as a number, the first one lowest and one for plus, all turned around if the
    ///   last one is minus.
    func pattern(at place: Int) -> (pattern: Int, isOpposite: Bool) {
        var pattern = 0
        for tooth in teeth.indices { pattern |= Int(teeth[tooth] >> UInt64(place) & 1) << tooth }
        return pattern & 0x80 != 0 ? (pattern & 0x7F, false) : (~pattern & 0x7F, true)
    }
}
