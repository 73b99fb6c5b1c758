import HTTP
import Testing

@Suite("The rate limiter's memory") struct RateLimiterCapacityTests {
    private let limit: RateLimit

    init() throws { limit = try #require(RateLimit(count: 10, period: 10)) }

    private func key(_ number: Int) -> RateLimitKey {
        RateLimitKey(
            address: "10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)", app: "1:1:ios:a", method: 0)
    }

    private func spend(_ count: Int, of key: RateLimitKey, _ limiter: RateLimiter, at seconds: Double) -> Int {
        (0..<count).prefix { _ in limiter.admit(key, under: limit, at: seconds) == .admitted }.count
    }

    @Test("does not grow, nor get slow, nor make newcomers wait under a million addresses", .timeLimit(.minutes(1)))
    func million() {
        // The clock stands still, so that every bucket is in debt and no search ends early. A look at all of them for
        // each newcomer would take 2^36 steps.
        let limiter = RateLimiter()
        var refused = 0
        for number in 0..<1_000_000 where limiter.admit(key(number), under: limit, at: 0) != .admitted { refused += 1 }
        #expect(refused == 0)
        #expect(limiter.count == 65_536)
    }

    @Test("gives up buckets that are full again before any other")
    func refilledFirst() {
        let limiter = RateLimiter(capacity: 8)
        for number in 0..<4 { #expect(spend(1, of: key(number), limiter, at: 0) == 1) }
        for number in 4..<8 { #expect(spend(10, of: key(number), limiter, at: 0) == 10) }
        // After a second the first four are full; four newcomers take their places.
        for number in 8..<12 { #expect(spend(10, of: key(number), limiter, at: 1) == 10) }
        #expect(limiter.count == 8)
        for number in 4..<8 { #expect(spend(10, of: key(number), limiter, at: 1) == 1) }
        for number in 8..<12 { #expect(spend(10, of: key(number), limiter, at: 1) == 0) }
    }

    @Test("keeps who has spent the most under a crowd that asks once each")
    func spentStay() {
        let limiter = RateLimiter(capacity: 1_000)
        let greedy = (0..<50).map { RateLimitKey(address: "192.0.2.\($0)", method: 0) }
        for (place, one) in greedy.enumerated() {
            #expect(spend(10, of: one, limiter, at: 0) == 10)
            for number in 0..<19 { #expect(limiter.admit(key(place * 19 + number), under: limit, at: 0) == .admitted) }
        }
        for number in 1_000..<50_000 { #expect(limiter.admit(key(number), under: limit, at: 0) == .admitted) }
        for one in greedy { #expect(limiter.admit(one, under: limit, at: 0) == .refused(retryAfter: 1)) }
        #expect(limiter.count == 1_000)
    }

    @Test("never refuses a newcomer for want of room, even if all others have spent everything")
    func newcomers() {
        let limiter = RateLimiter(capacity: 4)
        for number in 0..<100 { #expect(spend(20, of: key(number), limiter, at: 0) == 10) }
        #expect(limiter.count == 4)
    }

    @Test("holds one bucket at least", arguments: [1, 0, -1])
    func smallest(_ capacity: Int) {
        let limiter = RateLimiter(capacity: capacity)
        #expect(spend(20, of: key(1), limiter, at: 0) == 10)
        #expect(spend(20, of: key(2), limiter, at: 0) == 10)
        #expect(limiter.count == 1)
    }
}
