import Glibc

/// Moments for an open loop, decided beforehand.
enum Schedule {
    enum Gaps: String {
        /// All equal.
        case uniform
        /// As of many clients that know nothing of each other.
        case exponential
    }

    /// - Returns: nanoseconds from the beginning, in ascending order. The same seed gives the same.
    static func moments(_ count: Int, perSecond rate: Double, _ gaps: Gaps, seed: UInt64) -> [UInt64] {
        var (chance, moment) = (SeededChance(seed: seed), 0.0)
        return (0..<count).map { _ in
            switch gaps {
            case .uniform: moment += 1e9 / rate
            case .exponential: moment -= log(1 - chance.unit()) * 1e9 / rate
            }
            return UInt64(moment)
        }
    }
}

/// SplitMix64: good enough to spread things, and the same on every machine.
struct SeededChance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// 0 or more and less than 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 32) } }
}
