import HTTP
import Testing

@Suite("A rate limit whose clock") struct RateLimitClockTests {
    private let limiter = RateLimiter()
    private let key = RateLimitKey(address: "192.0.2.1", method: 1)
    private let limit: RateLimit

    init() throws { limit = try #require(RateLimit(count: 10, period: 10)) }

    private func burst(at seconds: Double) -> Int {
        (0..<1_000).prefix { _ in limiter.admit(key, under: limit, at: seconds) == .admitted }.count
    }

    @Test("is set back grants nothing for that, and goes on refilling from there", arguments: [2.0, 3_600, 1e9])
    func setBack(_ step: Double) {
        #expect(burst(at: 2e9) == 10)
        #expect(burst(at: 2e9 - step) == 0)
        #expect(burst(at: 2e9 - step + 0.999_999) == 0)
        #expect(burst(at: 2e9 - step + 1) == 1)
        #expect(burst(at: 2e9 - step + 10) == 9)
    }

    @Test("is set back by a little waits until it has caught up, for a second at most")
    func littleStep() {
        #expect(burst(at: 100) == 10)
        #expect(burst(at: 99) == 0)
        #expect(burst(at: 100) == 0)
        #expect(burst(at: 101) == 1)
    }

    @Test("is read by several threads in disorder counts no time twice")
    func disorder() {
        #expect(burst(at: 0) == 10)
        var admitted = 0
        for step in 1...1_000 {
            admitted += burst(at: Double(step) / 100)
            admitted += burst(at: Double(step) / 100 - 0.9)
        }
        #expect(admitted == 10)
    }

    @Test("jumps ahead fills the bucket once")
    func ahead() {
        #expect(burst(at: 0) == 10)
        #expect(burst(at: 1e11) == 10)
        #expect(burst(at: 1e11) == 0)
    }

    @Test("shows no time at all lets no time pass", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func nonsense(_ seconds: Double) {
        #expect(burst(at: seconds) == 10)
        #expect(burst(at: 5) == 0)
        #expect(burst(at: seconds) == 0)
        #expect(burst(at: 6) == 1)
    }

    @Test("swings between its extremes stays in bounds")
    func extremes() {
        #expect(burst(at: -1e12) == 10)
        for _ in 1...100 {
            #expect(burst(at: 1e12) == 10)
            #expect(burst(at: -1e12) == 0)
        }
    }
}
