/// One token bucket, by what is missing from it.
///
/// One token is as many units as the period has microseconds, so that `count` units come back each microsecond and no
/// fraction is ever rounded: within the bounds of ``RateLimit``, a bucket has less than 2^57 units.
struct TokenBucket {
    private var missing: Int64 = 0
    /// When `missing` was right, on the time of ``RefillClock``.
    private var moment: Int64

    /// A full bucket.
    init(at moment: Int64) { self.moment = moment }

    /// Takes a token if there is one. A refusal costs nothing, or who asks too often would be refused for ever.
    mutating func take(under limit: RateLimit, at moment: Int64) -> RateLimitDecision {
        refill(under: limit, to: moment)
        let token = Self.token(limit)
        let excess = missing + token - Int64(limit.count) * token
        guard excess > 0 else {
            missing += token
            return .admitted
        }
        let unitsPerSecond = Int64(limit.count) * 1_000_000
        return .refused(retryAfter: Int((excess + unitsPerSecond - 1) / unitsPerSecond))
    }

    /// The moment from which on this bucket is as good as a new one.
    func fullMoment(under limit: RateLimit) -> Int64 {
        let count = Int64(limit.count)
        return moment + (missing + count - 1) / count
    }

    private mutating func refill(under limit: RateLimit, to moment: Int64) {
        let elapsed = moment - self.moment
        missing = elapsed >= Self.token(limit) ? 0 : max(0, missing - elapsed * Int64(limit.count))
        self.moment = moment
    }

    private static func token(_ limit: RateLimit) -> Int64 { Int64(limit.period) * 1_000_000 }
}
