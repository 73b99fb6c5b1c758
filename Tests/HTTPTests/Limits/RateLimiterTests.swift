import HTTP
import Testing

@Suite("A rate limit") struct RateLimiterTests {
    static let noon = 1_768_478_400.0

    private let limiter = RateLimiter()
    private let key = RateLimitKey(address: "192.0.2.1", app: "1:1:ios:a", method: 1)

    private func limit(_ count: Int, _ period: Int) throws -> RateLimit {
        try #require(RateLimit(count: count, period: period))
    }

    /// Asks until it is refused, or `bound` times.
    private func burst(_ limit: RateLimit, at seconds: Double, bound: Int = 10_000) -> Int {
        (0..<bound).prefix { _ in limiter.admit(key, under: limit, at: seconds) == .admitted }.count
    }

    @Test(
        "admits as many at once as it counts, and not one more",
        arguments: [(1, 1), (1, 86_400), (7, 3), (30, 60), (3_000, 60), (6_000, 60), (9_973, 86_399)])
    func bursts(_ count: Int, _ period: Int) throws {
        #expect(burst(try limit(count, period), at: Self.noon) == count)
    }

    @Test("gives one back after its share of the period, and not a microsecond before")
    func refill() throws {
        let limit = try limit(30, 60)
        #expect(burst(limit, at: 0) == 30)
        #expect(burst(limit, at: 1.999_999) == 0)
        #expect(burst(limit, at: 2) == 1)
        #expect(burst(limit, at: 3.999_999) == 0)
        #expect(burst(limit, at: 4) == 1)
        #expect(burst(limit, at: 9) == 2)
        #expect(burst(limit, at: 9.999_999) == 0)
        #expect(burst(limit, at: 10) == 1)
    }

    @Test("loses no fraction where the period cannot be divided by the count")
    func thirds() throws {
        let limit = try limit(3, 1)
        #expect(burst(limit, at: 0) == 3)
        var admitted = 0
        for millisecond in 1...100_000
        where limiter.admit(key, under: limit, at: Double(millisecond) / 1_000) == .admitted {
            admitted += 1
        }
        #expect(admitted == 300)
    }

    @Test("never holds more than its count, however long nobody asks")
    func capacity() throws {
        let limit = try limit(5, 10)
        #expect(burst(limit, at: 0) == 5)
        #expect(burst(limit, at: 10) == 5)
        #expect(burst(limit, at: 1_000_000_000) == 5)
    }

    @Test(
        "says in whole seconds, rounded up, when to come again",
        arguments: [
            (30, 60, 0, 2), (30, 60, 0.999_999, 2), (30, 60, 1, 1), (30, 60, 1.999_999, 1), (6_000, 60, 0, 1),
            (1, 86_400, 0, 86_400), (1, 86_400, 0.5, 86_400), (1, 86_400, 1, 86_399), (3, 10, 0, 4), (10, 1, 0, 1),
        ] as [(Int, Int, Double, Int)])
    func retryAfter(_ count: Int, _ period: Int, _ later: Double, _ seconds: Int) throws {
        let limit = try limit(count, period)
        #expect(burst(limit, at: Self.noon) == count)
        #expect(limiter.admit(key, under: limit, at: Self.noon + later) == .refused(retryAfter: seconds))
        #expect(limiter.admit(key, under: limit, at: Self.noon + later + Double(seconds)) == .admitted)
    }

    @Test("takes nothing for a refusal, so that who keeps asking is admitted as early as who waits")
    func refusalsAreFree() throws {
        let limit = try limit(1, 10)
        #expect(burst(limit, at: 0) == 1)
        for second in 1...9 { #expect(burst(limit, at: Double(second)) == 0) }
        #expect(burst(limit, at: 10) == 1)
    }

    @Test("counts addresses, apps and methods apart, byte for byte")
    func keys() throws {
        let limit = try limit(1, 60)
        let keys = [
            key, RateLimitKey(address: "192.0.2.2", app: "1:1:ios:a", method: 1),
            RateLimitKey(address: "192.0.2.1", app: "1:1:ios:b", method: 1),
            RateLimitKey(address: "192.0.2.1", app: "1:1:ios:a", method: 2),
            RateLimitKey(address: "192.0.2.1", method: 1),
            RateLimitKey(address: "192.0.2.11", app: ":1:ios:a", method: 1),
            RateLimitKey(address: "192.0.2.1", app: "1:1:ios:ae", method: 3),
            // One character to Swift: é as one scalar, and as two.
            RateLimitKey(address: "192.0.2.1", app: "\u{E9}", method: 1),
            RateLimitKey(address: "192.0.2.1", app: "e\u{301}", method: 1),
        ]
        for key in keys { #expect(limiter.admit(key, under: limit, at: 0) == .admitted) }
        for key in keys { #expect(limiter.admit(key, under: limit, at: 0) == .refused(retryAfter: 60)) }
    }

    @Test("shares a bucket among over-long names of apps from one address, and with no other address")
    func longNames() {
        let long = String(repeating: "a", count: 128)
        let one = RateLimitKey(address: "192.0.2.1", app: long + "b", method: 1)
        #expect(one == RateLimitKey(address: "192.0.2.1", app: long + "c", method: 1))
        #expect(one != RateLimitKey(address: "192.0.2.2", app: long + "b", method: 1))
        #expect(one != RateLimitKey(address: "192.0.2.1", app: String(long.dropLast()), method: 1))
    }

    @Test("counts what is asked under two limits apart")
    func twoLimits() throws {
        #expect(burst(try limit(2, 60), at: 0) == 2)
        #expect(burst(try limit(3, 60), at: 0) == 3)
    }

    @Test("has bounds", arguments: [(0, 1), (-1, 1), (1_000_001, 1), (1, 0), (1, -1), (1, 86_401), (Int.max, 1)])
    func bounds(_ count: Int, _ period: Int) { #expect(RateLimit(count: count, period: period) == nil) }

    @Test("is exact at its bounds too")
    func largest() throws {
        let limit = try limit(1_000_000, 86_400)
        #expect(burst(limit, at: 0, bound: 2_000_000) == 1_000_000)
        #expect(burst(limit, at: 0.086_399) == 0)
        #expect(burst(limit, at: 0.086_4) == 1)
    }

    @Test("admits exactly its count when many ask at the same moment")
    func concurrency() async throws {
        let limit = try limit(1_000, 60)
        let admitted = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 { group.addTask { burst(limit, at: Self.noon, bound: 200) } }
            return await group.reduce(0, +)
        }
        #expect(admitted == 1_000)
    }
}
