/// Turns what a clock shows into time that only passes forwards, in microseconds from an arbitrary start.
///
/// A wall clock can be set back. Buckets that believed it would not refill until it has caught up, which could lock a
/// client out for hours; buckets that took either direction for time gone by would grant too much. Here a step back is
/// no time at all, and time goes on from where the clock then stands.
struct RefillClock {
    /// Requests on their way through several threads arrive with their times a little out of order. That is no step of
    /// the clock: following each of them back would count the same time twice.
    private static let disorder: Int64 = 1_000_000
    /// After the longest period every bucket is full, so that more makes no difference.
    private static let longestStep = Int64(RateLimit.periods.upperBound) * 1_000_000
    /// Beyond any date, and far from where differences overflow.
    private static let readable: ClosedRange<Int64> = -1_000_000_000_000_000_000...1_000_000_000_000_000_000

    private(set) var moment: Int64 = 0
    private var latest: Int64?

    /// - Parameter seconds: what the clock shows now; no time passes if that is no number.
    mutating func advance(to seconds: Double) {
        guard let shown = Int64(exactly: (seconds * 1_000_000).rounded()), Self.readable.contains(shown) else { return }
        guard let latest else {
            self.latest = shown
            return
        }
        if shown > latest {
            moment += min(shown - latest, Self.longestStep)
            self.latest = shown
        } else if latest - shown > Self.disorder {
            self.latest = shown
        }
    }
}
