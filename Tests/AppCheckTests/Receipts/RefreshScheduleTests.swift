import AppAttest
import AppCheck
import MemoryStore
import Testing

@Suite("The next moment of a receipt") struct RefreshScheduleTests {
    private static let day: Int64 = 86_400

    @Test(
        "is spread over two hours by chance",
        arguments: [
            (UInt64(0), Int64(0)), (7_200, 7_200), (7_201, 0), (3_600, 3_600), (.max, 5_203),
        ])
    func spread(chance: UInt64, jitter: Int64) async throws {
        // 2^64 - 1 leaves 5203 when it is divided by 7201.
        let stage = try await RefreshStage(chance: chance)
        _ = await stage.round(.notModified)
        #expect(try stage.wait() == Self.day + jitter)
        let another = try await RefreshStage(chance: chance)
        let newer = try another.receipt()
        #expect(await another.round(.receipt(newer)).outcomes == [.refreshed: 1])
        #expect(try another.wait() == Self.day + jitter)
    }

    @Test("waits longer with each failure, up to six hours, and a half of that by chance") func backOff() async throws {
        let minutes: [Int64] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]
        for (failures, longest) in zip(Int64(0)..., minutes) {
            for (chance, expected) in [(UInt64(0), longest * 30), (UInt64(longest * 30), longest * 60)] {
                let stage = try await RefreshStage(chance: chance)
                try stage.setState(ReceiptRefreshState(failures: failures, nextAt: stage.clock.seconds))
                _ = await stage.round(.unreachable("no answer in time"))
                #expect(try stage.wait() == expected)
            }
        }
    }

    @Test(
        "comes whatever the number of failures is",
        arguments: [
            (Int64.max, Int64.max, Int64(10_800)), (-5, 1, 30), (.min, 1, 30),
        ])
    func failures(earlier: Int64, later: Int64, wait: Int64) async throws {
        let stage = try await RefreshStage()
        try stage.setState(ReceiptRefreshState(failures: earlier, nextAt: stage.clock.seconds))
        _ = await stage.round(.trouble(status: 500, retryAfter: nil))
        #expect(try stage.record().refresh.failures == later)
        #expect(try stage.wait() == wait)
    }

    @Test("doubles from a day to a week while there are no data") func noData() async throws {
        let stage = try await RefreshStage()
        for (failures, days) in zip(Int64(1)..., [1, 2, 4, 7, 7] as [Int64]) {
            let report = await stage.round(.noData)
            #expect(report.outcomes == [.noData: 1])
            #expect(try stage.record().refresh.failures == failures)
            #expect(try stage.wait() == days * Self.day)
            stage.clock.advance(by: days * Self.day)
            try stage.put(lastUsedAt: stage.clock.seconds)
        }
        // Data came back after all, and went away again.
        #expect(await stage.round(.receipt(try stage.receipt())).outcomes == [.refreshed: 1])
        stage.clock.advance(by: Self.day)
        _ = await stage.round(.noData)
        #expect(try stage.wait() == Self.day)
    }

    @Test("is a day away when there are no data for the first time, whatever failed before") func noDataAfterFailures()
        async throws
    {
        let stage = try await RefreshStage()
        try stage.setState(
            ReceiptRefreshState(
                outcome: .unavailable, outcomeAt: stage.clock.seconds - 21_600, failures: 12,
                nextAt: stage.clock.seconds))
        _ = await stage.round(.noData)
        #expect(try stage.wait() == Self.day)
    }

    @Test("follows the operator's interval, and never Apple's limit before it") func interval() async throws {
        for (interval, expected) in [(Int64(3_600), Self.day), (3 * Self.day, 3 * Self.day), (-1, Self.day)] {
            let stage = try await RefreshStage(settings: ReceiptRefresh.Settings(interval: interval))
            #expect(await stage.round(.receipt(try stage.receipt())).outcomes == [.refreshed: 1])
            #expect(try stage.wait() == expected)
        }
    }

    @Test("comes a day before the receipt's end at the latest", arguments: [Int64(89), 100, 100_000_000_000_000])
    func longInterval(days: Int64) async throws {
        let stage = try await RefreshStage(
            chance: 7_200, settings: ReceiptRefresh.Settings(interval: days * Self.day))
        #expect(await stage.round(.receipt(try stage.receipt())).outcomes == [.refreshed: 1])
        #expect(try stage.wait() == 89 * Self.day)
    }

    @Test("lies before the receipt's end, and not at once, also on its last day") func lastDay() async throws {
        // Seconds until the end, and until the next attempt; where both are one, nothing is asked any more.
        let cases: [(answer: ReceiptAnswer, left: Int64, wait: Int64)] = [
            (.notModified, 3 * Self.day, Self.day), (.notModified, Self.day + 7_200, 7_200),
            (.notModified, 7_200, 3_600), (.notModified, 1_800, 1_800),
            (.noData, 3 * Self.day, Self.day), (.noData, 3_600, 3_600),
            (.unreachable("no answer in time"), 3_600, 30), (.unreachable("no answer in time"), 20, 20),
            (.tooManyRequests(retryAfter: 5_000), 3_600, 3_600),
        ]
        for specimen in cases {
            let stage = try await RefreshStage()
            try stage.edit { $0.facts?.expiresAt = Specimen.moment + specimen.left }
            _ = await stage.round(specimen.answer)
            #expect(try stage.wait() == specimen.wait, "\(specimen)")
        }
    }

    @Test("is brought forward where no data would keep a receipt from its last chance") func broughtForward()
        async throws
    {
        let stage = try await RefreshStage()
        try stage.edit { $0.facts?.expiresAt = Specimen.moment + 5 * Self.day }
        try stage.setState(
            ReceiptRefreshState(
                outcome: .noData, outcomeAt: Specimen.moment - 7 * Self.day, failures: 4, nextAt: Specimen.moment))
        _ = await stage.round(.noData)
        #expect(try stage.wait() == 4 * Self.day)
    }

    @Test("is not before Apple's limit, though the receipt ends soon after it") func lateLimit() async throws {
        let stage = try await RefreshStage()
        try stage.edit { record in
            record.facts?.refreshNotBefore = Specimen.moment
            record.facts?.expiresAt = Specimen.moment + Self.day / 2
        }
        stage.service.answer { _ in
            // The clock is set right, and the limit lies ahead once more.
            stage.clock.advance(by: -2 * Self.day)
            return .notModified
        }
        #expect(await stage.refresh.round().outcomes == [.notModified: 1])
        #expect(try stage.record().refresh.nextAt == Specimen.moment)
    }
}
