import AssayServer
import Testing

@Suite("The clock by which things are forgotten", .onSQLite("asks no store for anything")) struct ForgettingClockTests {
    private let clock = ForgettingClock(startedAt: 1_000_000)

    @Test(
        "is the system's, unless that runs ahead of the time that has passed",
        arguments: [
            (1_000_060, 60, 1_000_060), (1_007_260, 60, 1_000_060), (1_000_030, 60, 1_000_030), (992_860, 60, 992_860),
            (1_000_000, 0, 1_000_000),
        ])
    func moment(_ now: Int64, _ elapsed: Int64, _ expected: Int64) {
        #expect(clock.moment(now: now, elapsed: .seconds(elapsed)) == expected)
    }
}
