import Storage
import Testing
import TestSupport

@Suite("SQLite, asked how it would go about a statement") struct SQLitePlanTests {
    private static let statements: [(sql: String, index: String)] = [
        (Receipts.claimDue, "receipts_by_due_time (team_id=? AND next_at<?)"),
        (Receipts.selectClaimed, "receipts_by_claim (claim_id=? AND team_id=?)"),
        (KeyRecords.first, "attested_keys_by_time (project_number=? AND app_id=?)"),
        (KeyRecords.following, "attested_keys_by_time (project_number=? AND app_id=? AND attested_at>?)"),
        (AttestedKeys.insert, "PRIMARY KEY (expires_at=? AND challenge_id=?)"),
        (AttestedKeys.raise, "PRIMARY KEY (expires_at=? AND challenge_id=?)"),
        (Redemptions.requestDigest, "PRIMARY KEY (expires_at=? AND challenge_id=?)"),
        (Redemptions.takeBack, "PRIMARY KEY (expires_at=? AND challenge_id=?)"),
        (Redemptions.forget, "PRIMARY KEY (expires_at<?)"),
        // Among those of one second it looks for each that it forgets.
        (Redemptions.forget, "PRIMARY KEY (expires_at=?)"),
        (RiskMetrics.list, "PRIMARY KEY (key_id=?)"),
        (RiskMetrics.trim, "PRIMARY KEY (key_id=? AND measured_at<?)"),
        (ExchangeCounts.list, "PRIMARY KEY (project_number=? AND app_id=? AND day>?)"),
        (ExchangeCounts.forget, "exchange_counts_by_day (day<?)"),
    ]

    @Test("finds rows by an index and in their order, and goes through no table", arguments: statements)
    func plans(_ sql: String, _ index: String) async throws {
        try await withSQLiteStore { _, path in
            let steps = try RawDatabase(path).rows("EXPLAIN QUERY PLAN " + sql).compactMap(\.last)
            #expect(steps.contains { $0.hasSuffix(index) }, "\(steps)")
            // Of keys of the same second alone the order is left to make.
            let made = "USE TEMP B-TREE FOR RIGHT PART OF ORDER BY"
            #expect(!steps.contains { $0.hasPrefix("SCAN") && $0 != "SCAN CONSTANT ROW" }, "\(steps)")
            #expect(!steps.contains { $0.contains("TEMP B-TREE") && $0 != made }, "\(steps)")
        }
    }
}
