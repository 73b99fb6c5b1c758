/// How often something may be done: a token bucket that holds `count` requests and refills evenly over `period`.
///
/// So `count` requests may come at once, and in the long run `count` for each period.
package struct RateLimit: Sendable, Hashable {
    /// Bounds within which the arithmetic of buckets is exact.
    package static let counts = 1...1_000_000
    /// Seconds.
    package static let periods = 1...86_400

    package let count: Int
    /// Seconds.
    package let period: Int

    /// - Returns: nil if either is out of bounds.
    package init?(count: Int, period: Int) {
        guard Self.counts.contains(count), Self.periods.contains(period) else { return nil }
        (self.count, self.period) = (count, period)
    }
}

/// What a limit says to one request.
package enum RateLimitDecision: Sendable, Equatable {
    case admitted
    /// `retryAfter`: whole seconds, at least one, after which a request is admitted if none came before it. It is what
    /// the field `Retry-After` wants (RFC 9110 section 10.2.3).
    case refused(retryAfter: Int)
}
