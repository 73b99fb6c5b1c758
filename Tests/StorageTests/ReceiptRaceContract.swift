import AppAttest
import AppCheck
import Testing
import TestSupport

@Suite("Every store, when many ask for receipts at once") struct ReceiptRaceContract {
    @Test("gives each of 1,000 to one of many callers at two stores", arguments: Backend.all)
    func claims(_ backend: Backend) async throws {
        try await backend.with { open in
            let (first, second) = (try await open(), try await open())
            let record = ReceiptRecord(
                receipt: [0x30], facts: specimenReceipt().facts, refresh: ReceiptRefreshState(nextAt: 1000))
            _ = try await atOnce(1000) { number in
                try await first.store.register(specimenKey(number), with: record, redeeming: redemption(number))
            }
            let claimed = try await atOnce(8) { number in
                let store = number.isMultiple(of: 2) ? first.store : second.store
                var (mine, round): ([[UInt8]], Int) = ([], 0)
                while mine.count <= 1000 {
                    round += 1
                    let next = try await store.claimDueReceipts(
                        claim(number * 1000 + round), ofTeam: "ABCDE12345", limit: 16)
                    guard !next.isEmpty else { break }
                    mine += next.map(\.key.keyID)
                }
                return mine
            }
            // Where stores do not wait for each other, the last ones may have been in each other's way.
            let rest = try await first.store.claimDueReceipts(claim(9999), ofTeam: "ABCDE12345", limit: 1000)
            let all = claimed.flatMap { $0 } + rest.map(\.key.keyID)
            #expect(all.count == 1000)
            #expect(Set(all) == Set((0..<1000).map { digest($0) }))
            await first.close()
            await second.close()
        }
    }

    @Test("lets one of many settle a receipt under one claim", arguments: Backend.all)
    func settlements(_ backend: Backend) async throws {
        try await backend.with { open in
            let (first, second) = (try await open(), try await open())
            _ = try await first.store.register(specimenKey(), redeeming: redemption(1))
            _ = try await first.store.claimDueReceipts(claim(1), ofTeam: "ABCDE12345", limit: 1)
            let settled = try await atOnce(20) { number in
                let store = number.isMultiple(of: 2) ? first.store : second.store
                return try await store.settleReceipt(
                    of: digest(1), under: claim(1), as: specimenReceipt(dueAt: nil),
                    adding: RiskMeasurement(measuredAt: Int64(number), metric: "1"))
            }
            #expect(settled.count { $0 } == 1)
            #expect(try await first.store.riskMeasurements(of: digest(1)).count == 1)
            await first.close()
            await second.close()
        }
    }
}
