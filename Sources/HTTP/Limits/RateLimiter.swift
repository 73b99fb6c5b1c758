private import Synchronization

/// Counts requests against limits, in bounded memory and bounded time for each request.
package final class RateLimiter: Sendable {
    private let table: Mutex<BucketTable>

    /// - Parameter capacity: how many buckets are remembered; one takes 0.3 to 0.5 KB.
    package init(capacity: Int = 65_536) {
        table = Mutex(BucketTable(capacity: capacity))
    }

    /// Counts one request, or refuses it and counts nothing.
    /// - Parameter seconds: what the clock shows. It may stand still or be set back: nobody waits longer for that than a
    ///   second, and a step back grants nothing.
    package func admit(_ key: RateLimitKey, under limit: RateLimit, at seconds: Double) -> RateLimitDecision {
        table.withLock { $0.admit(key, under: limit, at: seconds) }
    }

    /// How many buckets are remembered now.
    package var count: Int { table.withLock { $0.count } }
}
