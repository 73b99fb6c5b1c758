import AppCheck
import Storage
import Testing
import TestSupport

@Suite("The SQLite store, when what is kept of receipts and exchanges is damaged") struct SQLiteReceiptDamageTests {
    @Test(
        "calls a damaged receipt unreadable, and does not take it for none",
        arguments: [
            "fault = 'UNHEARD_OF'", "fault = ''", "fault = x'00'", "type = 'attest'", "type = NULL",
            "created_at = NULL", "expires_at = NULL", "created_at = 'now'", "refresh_not_before = 'soon'",
            "risk_metric = x'00'", "outcome = 'FINE'", "outcome_at = 'now'", "failures = 'many'", "next_at = 'soon'",
            "receipt = 'text'", "type = NULL, created_at = NULL, expires_at = NULL, risk_metric = '1'",
            "type = NULL, created_at = NULL, expires_at = NULL, refresh_not_before = 1",
        ])
    func damagedReceipt(_ damage: String) async throws {
        try await withSQLiteStore { store, path in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            try RawDatabase(path).run("UPDATE receipts SET \(damage)")
            let damaged = StoreError.unreadable("an attested key is damaged, or was written by a newer version")
            await #expect(throws: damaged) { try await store.attestedKey(digest(1)) }
            await #expect(throws: damaged) {
                try await store.attestedKeys(
                    ofApp: "1:1234567890:ios:aa", inProject: "1234567890", after: nil, limit: 9)
            }
            // Assertions do not look at it.
            #expect(try await store.advance(specimenKey(), to: 1, redeeming: redemption(2), at: 1100) == .advanced)
        }
    }

    @Test("claims what is due beside a damaged receipt, and says that it is damaged where nothing else is due")
    func damagedClaim() async throws {
        try await withSQLiteStore { store, path in
            for number in 1...3 { _ = try await store.register(specimenKey(number), redeeming: redemption(number)) }
            try RawDatabase(path).run("UPDATE receipts SET failures = 'many' WHERE hex(key_id) LIKE '%0001'")
            func keys(_ number: Int, at moment: Int64, limit: Int) async throws -> [[UInt8]] {
                try await store.claimDueReceipts(claim(number, at: moment), ofTeam: "ABCDE12345", limit: limit)
                    .map(\.key.keyID)
            }
            // The damaged one is the longest due.
            for number in 1...3 {
                try RawDatabase(path).run(
                    "UPDATE receipts SET next_at = \(number) WHERE hex(key_id) LIKE '%000\(number)'")
            }
            #expect(try await keys(1, at: 2000, limit: 2) == [digest(2)])
            #expect(try await keys(2, at: 2000, limit: 1) == [digest(3)])
            #expect(try await keys(3, at: 2599, limit: 9) == [])
            for (number, key) in [(1, 2), (2, 3)] {
                #expect(
                    try await store.settleReceipt(
                        of: digest(key), under: claim(number), as: specimenReceipt(dueAt: nil), adding: nil))
            }
            await #expect(
                throws: StoreError.unreadable("an attested key is damaged, or was written by a newer version")
            ) { try await keys(4, at: 2600, limit: 9) }
            #expect(try RawDatabase(path).number("SELECT COUNT(*) FROM receipts WHERE claim_ends_at > 2600") == 0)
        }
    }

    @Test("calls a damaged history unreadable", arguments: ["measured_at = 'now'", "metric = x'31'"])
    func damagedHistory(_ damage: String) async throws {
        try await withSQLiteStore { store, path in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            _ = try await store.claimDueReceipts(claim(1), ofTeam: "ABCDE12345", limit: 9)
            _ = try await store.settleReceipt(
                of: digest(1), under: claim(1), as: specimenReceipt(),
                adding: RiskMeasurement(measuredAt: 1, metric: "1"))
            try RawDatabase(path).run("UPDATE risk_metrics SET \(damage)")
            await #expect(
                throws: StoreError.unreadable("a risk metric is damaged, or was written by a newer version")
            ) { try await store.riskMeasurements(of: digest(1)) }
        }
    }

    @Test(
        "calls a damaged count unreadable",
        arguments: ["ending = 'GONE'", "reason = x'00'", "count = 'many'", "count = x'01'"])
    func damagedCount(_ damage: String) async throws {
        try await withSQLiteStore { store, path in
            let tally = ExchangeTally(projectNumber: "1", appID: "a", day: 1, ending: .granted, reason: "")
            try await store.add([tally: 1])
            try RawDatabase(path).run("UPDATE exchange_counts SET \(damage)")
            await #expect(
                throws: StoreError.unreadable("a count of exchanges is damaged, or was written by a newer version")
            ) { try await store.counts(ofApp: "a", inProject: "1", since: 0) }
        }
    }
}
