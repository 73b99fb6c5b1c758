package import FoundationEssentials

extension Int64 {
    /// Whole seconds, rounded down. A moment out of all range becomes the largest or smallest number, at which no
    /// certificate is valid.
    package init(secondsSince1970 date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        // 2^53 seconds are 285 million years, and adding a leeway to them cannot overflow.
        self = Int64(exactly: Swift.min(Swift.max(seconds, -0x1p53), 0x1p53)) ?? Int64(-0x1p53)
    }
}
