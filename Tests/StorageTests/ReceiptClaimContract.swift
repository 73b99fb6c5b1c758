import AppAttest
import AppCheck
import Testing
import TestSupport

@Suite("Every store, when receipts are due") struct ReceiptClaimContract {
    private static let team = "ABCDE12345"

    @Test("gives those of the team whose moment has come, whole, the longest due first", arguments: Backend.all)
    func due(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await add(store, [1: 2000, 2: 1998, 3: 2001, 4: nil, 5: 1999, 6: .min])
            try await add(store, [7: 0], team: "OTHER12345")
            let claimed = try await store.claimDueReceipts(claim(1, at: 2000), ofTeam: Self.team, limit: 9)
            #expect(claimed.map(\.key.keyID) == [digest(6), digest(2), digest(5), digest(1)])
            #expect(
                claimed.last
                    == ClaimedReceipt(
                        key: specimenKey(1), lastUsedAt: 1000, revokedAt: nil, record: specimenReceipt(dueAt: 2000)))
            let others = try await store.claimDueReceipts(claim(2, at: 2000), ofTeam: "OTHER12345", limit: 9)
            #expect(others.map(\.key.keyID) == [digest(7)])
            #expect(try await store.claimDueReceipts(claim(3, at: .max), ofTeam: "", limit: 9) == [])
        }
    }

    @Test("tells when the key was used last", arguments: Backend.all) func lastUse(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await add(store, [1: 0])
            _ = try await store.advance(specimenKey(), to: 1, redeeming: redemption(100), at: 1234)
            let claimed = try await store.claimDueReceipts(claim(1), ofTeam: Self.team, limit: 9)
            #expect(claimed.map(\.lastUsedAt) == [1234])
        }
    }

    @Test("gives no more than the limit, the longest due", arguments: Backend.all)
    func limit(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await add(store, [1: 5, 2: 4, 3: 3, 4: 2, 5: 1])
            for limit in [0, -1, .min] {
                #expect(try await store.claimDueReceipts(claim(1), ofTeam: Self.team, limit: limit) == [])
            }
            var found: [[UInt8]] = []
            for (number, size) in [(1, 2), (2, 2), (3, 1), (4, 0)] {
                let claimed = try await store.claimDueReceipts(claim(number), ofTeam: Self.team, limit: 2)
                #expect(claimed.count == size)
                found += claimed.map(\.key.keyID)
            }
            #expect(found == [digest(5), digest(4), digest(3), digest(2), digest(1)])
        }
    }

    @Test("gives none twice before its claim has ended, and again from then on", arguments: Backend.all)
    func ending(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await add(store, [1: 0])
            func keys(_ number: Int, at moment: Int64) async throws -> [[UInt8]] {
                try await store.claimDueReceipts(claim(number, at: moment), ofTeam: Self.team, limit: 9)
                    .map(\.key.keyID)
            }
            #expect(try await keys(1, at: 2000) == [digest(1)])
            // It ends at 2600.
            #expect(try await keys(2, at: 2599) == [])
            #expect(try await keys(3, at: 2600) == [digest(1)])
            #expect(try await keys(4, at: 3199) == [])
            let late = try await store.settleReceipt(
                of: digest(1), under: claim(1, at: 2000), as: specimenReceipt(dueAt: nil),
                adding: RiskMeasurement(measuredAt: 1, metric: "1"))
            #expect(!late)
            #expect(try await store.attestedKey(digest(1))?.receipt == specimenReceipt(dueAt: 0))
            #expect(try await store.riskMeasurements(of: digest(1)) == [])
            let good = try await store.settleReceipt(
                of: digest(1), under: claim(3, at: 2600), as: specimenReceipt(dueAt: nil), adding: nil)
            #expect(good)
        }
    }

    @Test("takes what a claim that has ended brings, while nobody else has claimed it", arguments: Backend.all)
    func lateAndAlone(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await add(store, [1: 0])
            _ = try await store.claimDueReceipts(claim(1, at: 2000), ofTeam: Self.team, limit: 9)
            #expect(
                try await store.settleReceipt(
                    of: digest(1), under: claim(1, at: 2000), as: specimenReceipt(dueAt: 9000), adding: nil))
            #expect(try await store.attestedKey(digest(1))?.receipt?.refresh.nextAt == 9000)
        }
    }

    @Test("settles a receipt once, as it is told, and gives the claim up", arguments: Backend.all)
    func settling(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await add(store, [1: 0, 2: 0])
            _ = try await store.claimDueReceipts(claim(1), ofTeam: Self.team, limit: 9)
            let newer = ReceiptRecord(
                receipt: [0x31, 0x32], facts: refreshedFacts,
                refresh: ReceiptRefreshState(outcome: .refreshed, outcomeAt: 2001, failures: 0, nextAt: 2000))
            let measurement = RiskMeasurement(measuredAt: 1990, metric: "4")
            #expect(try await store.settleReceipt(of: digest(1), under: claim(1), as: newer, adding: measurement))
            #expect(try await store.attestedKey(digest(1))?.receipt == newer)
            #expect(try await store.riskMeasurements(of: digest(1)) == [measurement])
            #expect(try await store.attestedKey(digest(2))?.receipt == specimenReceipt(dueAt: 0))
            #expect(try await store.riskMeasurements(of: digest(2)) == [])
            let again = try await store.settleReceipt(
                of: digest(1), under: claim(1), as: specimenReceipt(), adding: nil)
            #expect(!again)
            // It is due, and free.
            let claimed = try await store.claimDueReceipts(claim(2), ofTeam: Self.team, limit: 9)
            #expect(claimed.map(\.record) == [newer])
        }
    }

    @Test("settles nothing without a claim", arguments: Backend.all)
    func withoutClaim(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await add(store, [1: 0])
            _ = try await store.advance(specimenKey(2), to: 1, redeeming: redemption(100), at: 1100)
            for number in 1...3 {
                #expect(
                    try await !store.settleReceipt(
                        of: digest(number), under: claim(1), as: specimenReceipt(dueAt: nil),
                        adding: RiskMeasurement(measuredAt: 1, metric: "1")))
                #expect(try await store.riskMeasurements(of: digest(number)) == [])
            }
            #expect(try await store.attestedKey(digest(1))?.receipt == specimenReceipt(dueAt: 0))
            #expect(try await store.attestedKey(digest(2))?.receipt == nil)
        }
    }

    /// Registers keys by their numbers, with receipts that are due at the moments.
    private func add(_ store: any StorePorts, _ dueAt: [Int: Int64?], team: String = team) async throws {
        for (number, moment) in dueAt {
            let outcome = try await store.register(
                specimenKey(number, team: team), with: specimenReceipt(dueAt: moment), redeeming: redemption(number))
            #expect(outcome == .registered)
        }
    }
}
