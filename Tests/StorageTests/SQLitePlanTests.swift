import Storage
import Testing
import TestSupport

@Suite("SQLite, asked how it would go about a statement") struct SQLitePlanTests {
    private static let statements: [(sql: String, index: String)] = [
        (Receipts.claimDue, "receipts_by_due_time (team_id=? AND next_at<?)"),
        (Receipts.selectClaimed, "receipts_by_claim (claim_id=? AND team_id=?)"),
        (KeyRecords.list, "attested_keys_by_app (project_number=? AND app_id=? AND key_id>?)"),
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
            #expect(!steps.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(steps)")
        }
    }
}
