import Storage
import Testing
import TestSupport

@Suite(
    "PostgreSQL, asked how it would go about a statement", .enabled(if: TestPostgres.isThere, "\(TestPostgres.absence)")
)
struct PostgresPlanTests {
    /// Statements, how many parameters they have, and the indexes that they are to go by.
    private static let statements: [(sql: String, parameters: Int, indexes: [String])] = [
        (Redemptions.insert, 4, []),
        (AttestedKeys.insert, 17, []),
        (AttestedKeys.raise, 9, []),
        (Receipts.insert, 14, ["attested_keys_pkey"]),
        (Redemptions.takeBack, 4, ["attested_keys_pkey"]),
        (ConsumedTokens.insert, 2, []),
        (ConsumedTokens.prolong, 2, ["consumed_tokens_pkey"]),
        (Redemptions.requestDigest, 2, []),
        (Redemptions.forget, 2, ["redemptions_by_end"]),
        (ConsumedTokens.forget, 2, ["consumed_tokens_by_expiry"]),
        (ExchangeCounts.forget, 2, ["exchange_counts_by_day"]),
        (ExchangeCounts.list, 3, []),
        (KeyRecords.first, 3, ["attested_keys_by_time", "receipts_pkey"]),
        (KeyRecords.following, 4, ["attested_keys_by_time", "attested_keys_pkey", "receipts_pkey"]),
        (Receipts.claimDue, 5, ["receipts_by_due_time"]),
        (Receipts.selectClaimed, 2, ["receipts_by_claim"]),
        (RiskMetrics.list, 1, ["risk_metrics_pkey"]),
        (RiskMetrics.trim, 2, ["risk_metrics_pkey"]),
    ]

    @Test("finds rows by an index, and goes through no table") func plans() async throws {
        try await withPostgresStore { _, database async throws in
            let raw = try database.raw()
            try raw.run(Self.filling)
            for (index, (sql, parameters, indexes)) in Self.statements.enumerated() {
                // The one plan for all values, which is what a server comes to that asks often; and as a store asks.
                try raw.run(
                    "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan; PREPARE s\(index) AS \(sql)")
                let values = Array(repeating: "NULL", count: parameters).joined(separator: ", ")
                let plan = try raw.rows("EXPLAIN EXECUTE s\(index) (\(values))").joined().joined(separator: "\n")
                #expect(!plan.contains("Seq Scan"), "\(sql)\n\(plan)")
                for name in indexes {
                    #expect(plan.contains(" \(name) ") || plan.contains(" \(name)\n"), "\(sql)\n\(plan)")
                }
            }
        }
    }

    /// Statements that ask for one used challenge, with values for their parameters.
    private static let ofOneChallenge: [(sql: String, values: String)] = [
        (
            AttestedKeys.insert,
            "'k', 'k', '1', 'app', 1, 1, 'team', 'bundle', 'production', 1, 1, '1', '1', '1', 'a', sha256('x'), 9999"
        ),
        (AttestedKeys.raise, "1, 1, 'a', 'k', 'k', '1', 'app', sha256('x'), 9999"),
        (Redemptions.takeBack, "sha256('x'), 9999, 'a', 'k'"),
        (Redemptions.requestDigest, "sha256('x'), 9999"),
    ]

    @Test("finds a used challenge among all that end in the same second, in a burst after a quiet time too")
    func burst() async throws {
        try await withPostgresStore { _, database async throws in
            let raw = try database.raw()
            try raw.run(
                """
                INSERT INTO redemptions
                    SELECT sha256(int8send(n)), n, sha256(int8send(n)) FROM generate_series(1, 300) n;
                ANALYZE redemptions;
                INSERT INTO redemptions
                    SELECT sha256(int8send(n)), 9999, sha256(int8send(n)) FROM generate_series(301, 5000) n
                """)
            for (index, (sql, values)) in Self.ofOneChallenge.enumerated() {
                try raw.run("PREPARE s\(index) AS \(sql)")
                for mode in ["force_generic_plan", "force_custom_plan"] {
                    try raw.run("SET plan_cache_mode = \(mode)")
                    let plan = try raw.rows("EXPLAIN EXECUTE s\(index) (\(values))").joined()
                    let isFound = plan.contains { $0.contains("Index Cond: ") && $0.contains("(challenge_id = ") }
                    #expect(isFound, "\(mode) \(sql)\n\(plan.joined(separator: "\n"))")
                }
            }
        }
    }

    /// So many rows that going through all of them would be a bad plan.
    private static let filling = """
        INSERT INTO redemptions SELECT sha256(int8send(n)), n, sha256(int8send(n)) FROM generate_series(1, 20000) n;
        INSERT INTO consumed_tokens SELECT sha256(int8send(n)), n FROM generate_series(1, 20000) n;
        INSERT INTO exchange_counts
            SELECT '1', 'app', n, 'GRANTED', '', 1 FROM generate_series(1, 20000) n;
        INSERT INTO attested_keys (
            key_id, public_key, project_number, app_id, counter, last_used_at, attested_team_id, attested_bundle_id,
            environment, attested_at
        ) SELECT sha256(int8send(n)), sha256(int8send(n)), '1', 'app' || n % 10, 1, 1, 'team', 'bundle', 'production', n
            FROM generate_series(1, 20000) n;
        INSERT INTO receipts (key_id, team_id, failures, receipt, next_at, claim_id)
            SELECT key_id, 'team', 0, key_id, get_byte(key_id, 0), CASE WHEN get_byte(key_id, 0) = 0 THEN key_id END
            FROM attested_keys;
        INSERT INTO risk_metrics SELECT key_id, n, '1' FROM attested_keys, generate_series(1, 3) n;
        ANALYZE
        """
}
