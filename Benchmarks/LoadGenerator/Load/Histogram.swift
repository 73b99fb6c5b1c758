/// How often spans of time were how long: to within 0.4 % of each, in fixed memory however many there are.
///
/// Each doubling is divided into 128 equal steps, as in HdrHistogram.
struct Histogram {
    private static let steps = 128
    /// Up to 2^42 ns, more than an hour; what takes longer is counted as that.
    private static let doublings = 36

    private var counts = [UInt32](repeating: 0, count: (doublings + 1) * steps)
    private(set) var count = 0
    /// The longest, in nanoseconds and as it was.
    private(set) var longest: UInt64 = 0

    mutating func record(_ nanoseconds: UInt64) {
        counts[Self.place(of: nanoseconds)] += 1
        count += 1
        longest = max(longest, nanoseconds)
    }

    mutating func add(_ other: Histogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        count += other.count
        longest = max(longest, other.longest)
    }

    /// The span in milliseconds that a share of the others does not exceed: 0.5 for the median.
    func milliseconds(_ share: Double) -> Double {
        let rank = Swift.min(count - 1, Int(Double(count) * share))
        var passed = 0
        for (index, found) in counts.enumerated() where found > 0 {
            passed += Int(found)
            if passed > rank { return Swift.min(Self.middle(of: index), Double(longest)) / 1e6 }
        }
        return 0
    }

    private static func place(of value: UInt64) -> Int {
        guard value >= UInt64(steps) else { return Int(value) }
        let shift = 63 - value.leadingZeroBitCount - steps.trailingZeroBitCount
        guard shift < doublings else { return (doublings + 1) * steps - 1 }
        return shift * steps + Int(value >> UInt64(shift))
    }

    private static func middle(of place: Int) -> Double {
        guard place >= steps else { return Double(place) }
        let shift = place / steps - 1
        return (Double(place % steps + steps) + 0.5) * Double(UInt64(1) << UInt64(shift)) - 0.5
    }
}
