import AppCheck
import MemoryStore
import Testing
import TestSupport

@Suite("What was counted, to administrators") struct ExchangeCountTests {
    /// 2026-06-15, the day of the specimens' moment, in days since 1970.
    private static let today: Int64 = 20_619
    private let clock = StoppedClock(Specimen.moment)
    private let store = MemoryStore()
    private let administration: Administration

    init() {
        administration = Administration(
            store: store, registry: store, keys: store, receipts: store, counts: store,
            surroundings: clock.surroundings(seed: "counts"))
    }

    private func tally(
        _ day: Int64, _ ending: ExchangeTally.Ending = .granted, _ reason: String = "", app: String = Specimen.appID
    ) -> ExchangeTally {
        ExchangeTally(projectNumber: "1234567890", appID: app, day: day, ending: ending, reason: reason)
    }

    @Test("is of the app, since today and the 29 days before unless another day is named") func since() async throws {
        try await store.add(Specimen.project())
        try await store.add(Specimen.app())
        let today = Self.today
        try await store.add([
            tally(today): 3, tally(today, .refused, "COUNTER_STALE"): 2, tally(today - 29): 5, tally(today - 30): 7,
            tally(today, app: Specimen.twinAppID): 11,
        ])
        let counts = try await administration.exchangeCounts(of: Specimen.appID, in: "shop")
        #expect(
            counts == [
                ExchangeCount(tally(today - 29), 5), ExchangeCount(tally(today), 3),
                ExchangeCount(tally(today, .refused, "COUNTER_STALE"), 2),
            ])
        let older = try await administration.exchangeCounts(of: Specimen.appID, in: "shop", since: today - 30)
        #expect(older.map(\.count) == [7, 5, 3, 2])
        await #expect(throws: AdministrationError.notFound(.app(project: "1234567890", Specimen.twinAppID))) {
            try await administration.exchangeCounts(of: Specimen.twinAppID, in: "shop")
        }
    }

    @Test(
        "has days that begin at midnight in UTC",
        arguments: [
            (0, 0), (86_399, 0), (86_400, 1), (-1, -1), (-86_400, -1), (-86_401, -2), (1_781_524_800, 20_619),
            (Int64.max, 106_751_991_167_300), (Int64.min, -106_751_991_167_301),
        ] as [(Int64, Int64)])
    func day(_ seconds: Int64, _ day: Int64) { #expect(ExchangeTally.day(of: seconds) == day) }
}
