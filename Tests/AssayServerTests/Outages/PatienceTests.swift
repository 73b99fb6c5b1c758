import AssayServer
import Testing

@Suite("Patience", .onSQLite("asks no store for anything")) struct PatienceTests {
    @Test("waits longer each time, up to a bound, and never as long as its neighbours") func backoff() {
        var backoff = Backoff(first: .milliseconds(200), longest: .seconds(1))
        let longest = (0..<5).map { _ in backoff.pause(255) }
        #expect(longest == [200, 400, 800, 1_000, 1_000].map { .milliseconds($0) })
        var other = Backoff(first: .milliseconds(200), longest: .seconds(1))
        let shortest = (0..<5).map { _ in other.pause(0) }
        #expect(shortest == [100, 200, 400, 500, 500].map { .milliseconds($0) })
    }

    @Test("with the log tells a reason once, again when it is another, and otherwise every so often") func complaints()
    {
        var complaints = Complaints(every: .seconds(30))
        let start = ContinuousClock.now
        let told = [(0, "a"), (1, "a"), (2, "b"), (3, "a"), (32, "a"), (33, "a"), (34, "a")].map { moment, reason in
            complaints.isDue(reason, at: start + .seconds(moment))
        }
        #expect(told == [true, false, true, true, false, true, false])
        complaints.end()
        let isToldAgain = complaints.isDue("a", at: start + .seconds(35))
        #expect(isToldAgain)
    }
}
