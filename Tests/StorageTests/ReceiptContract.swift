import AppAttest
import AppCheck
import Testing
import TestSupport

@Suite("Every store, when it keeps receipts") struct ReceiptContract {
    private static let records: [ReceiptRecord] = [
        specimenReceipt(),
        specimenReceipt(dueAt: nil),
        // From Apple, with all that can be said of one.
        ReceiptRecord(
            receipt: [0x30], facts: refreshedFacts,
            refresh: ReceiptRefreshState(outcome: .noData, outcomeAt: 1500, failures: 3, nextAt: .max)),
        // Too late, and to be refreshed all the same.
        ReceiptRecord(
            receipt: [0x30], fault: .receiptNotFresh, facts: specimenReceipt().facts,
            refresh: ReceiptRefreshState(nextAt: 1000)),
        ReceiptRecord(receipt: [0], fault: .malformedReceipt, facts: nil),
        // Never judged.
        ReceiptRecord(receipt: [0x30, 0x31], facts: nil),
        ReceiptRecord(receipt: [], facts: nil, refresh: ReceiptRefreshState(nextAt: .min)),
    ]

    @Test("keeps one whole with its key, whatever is known of it", arguments: Backend.all, records)
    func keeps(_ backend: Backend, _ record: ReceiptRecord) async throws {
        try await backend.withStore { store async throws in
            #expect(try await store.register(specimenKey(), with: record, redeeming: redemption(1)) == .registered)
            _ = try await store.register(specimenKey(2), with: specimenReceipt(), redeeming: redemption(2))
            #expect(
                try await store.attestedKey(digest(1))
                    == KeyRecord(
                        key: specimenKey(), counter: 0, lastUsedAt: 1000, revokedAt: nil, receipt: record))
        }
    }

    @Test("keeps every outcome of a refreshment and every fault", arguments: Backend.all)
    func words(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            for outcome in RefreshOutcome.allCases {
                try await settle(store, refresh: ReceiptRefreshState(outcome: outcome, outcomeAt: 0, nextAt: 0))
            }
            for fault in RejectionReason.allCases {
                try await settle(store, fault: fault, refresh: ReceiptRefreshState(nextAt: 0))
            }
        }
    }

    @Test("leaves it as it is when the key is used, registered again, or taken for another", arguments: Backend.all)
    func untouched(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let other = ReceiptRecord(receipt: [1], facts: nil)
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            _ = try await store.advance(specimenKey(), to: 1, redeeming: redemption(2), at: 1100)
            #expect(try await store.register(specimenKey(), with: other, redeeming: redemption(1)) == .repeated)
            let again = try await store.register(specimenKey(), with: other, redeeming: redemption(3, request: 3))
            #expect(again == .keyAlreadyRegistered)
            #expect(
                try await store.attestedKey(digest(1))
                    == KeyRecord(
                        key: specimenKey(), counter: 1, lastUsedAt: 1100, revokedAt: nil, receipt: specimenReceipt()))
        }
    }

    @Test("has none for a key that came back by its artifact", arguments: Backend.all)
    func recreated(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.advance(specimenKey(), to: 9, redeeming: redemption(1), at: 1100)
            #expect(
                try await store.attestedKey(digest(1))
                    == KeyRecord(
                        key: specimenKey(), counter: 9, lastUsedAt: 1100, revokedAt: nil, receipt: nil))
            #expect(try await store.claimDueReceipts(claim(1, at: .max), ofTeam: "ABCDE12345", limit: 9) == [])
        }
    }

    @Test("keeps receipts, claims and history from one opening to the next", arguments: Backend.all)
    func reopening(_ backend: Backend) async throws {
        try await backend.with { open in
            let first = try await open()
            _ = try await first.store.register(specimenKey(), redeeming: redemption(1))
            _ = try await first.store.register(specimenKey(2), redeeming: redemption(2))
            let claimed = try await first.store.claimDueReceipts(claim(1), ofTeam: "ABCDE12345", limit: 9)
            #expect(claimed.count == 2)
            let measurement = RiskMeasurement(measuredAt: 5, metric: "2")
            _ = try await first.store.settleReceipt(
                of: digest(1), under: claim(1), as: specimenReceipt(dueAt: nil), adding: measurement)
            await first.close()

            let second = try await open()
            #expect(try await second.store.attestedKey(digest(1))?.receipt == specimenReceipt(dueAt: nil))
            #expect(try await second.store.riskMeasurements(of: digest(1)) == [measurement])
            #expect(try await second.store.claimDueReceipts(claim(2), ofTeam: "ABCDE12345", limit: 9) == [])
            #expect(
                try await second.store.settleReceipt(
                    of: digest(2), under: claim(1), as: specimenReceipt(), adding: nil))
            await second.close()
        }
    }

    /// Claims the specimen's receipt, settles it and looks at it.
    private func settle(
        _ store: any StorePorts, fault: RejectionReason? = nil, refresh: ReceiptRefreshState
    ) async throws {
        let record = ReceiptRecord(receipt: [0x30], fault: fault, facts: nil, refresh: refresh)
        #expect(try await store.claimDueReceipts(claim(1), ofTeam: "ABCDE12345", limit: 1).count == 1)
        #expect(try await store.settleReceipt(of: digest(1), under: claim(1), as: record, adding: nil))
        #expect(try await store.attestedKey(digest(1))?.receipt == record)
    }
}
