extension Migration {
    /// Receipts and the history of their risk metric, revocations, policies of apps, and how exchanges ended.
    ///
    /// Receipts move out of the rows of their keys, which every assertion writes. Those of an older store were never
    /// judged: they are carried over with neither facts nor a fault, since nothing can be said about them, and are never
    /// due, since a refreshment begins with a receipt that was verified. An empty one was the mark of a key that came back
    /// by its artifact, and has none now.
    ///
    /// Days are days since 1970 in UTC; policies are a JSON object that leaves out what is standard.
    static let receiptsAndPolicies = Migration(
        number: 3, name: "receipts and policies", oldestServer: 3,
        statements: [
            "ALTER TABLE apps ADD COLUMN policies TEXT NOT NULL DEFAULT '{}'",
            "ALTER TABLE attested_keys ADD COLUMN revoked_at BIGINT",
            "CREATE INDEX attested_keys_by_app ON attested_keys (project_number, app_id, key_id)",
            // What the receipt says comes in one piece or not at all. The receipt comes last, because it is much longer than
            // the rest.
            """
            CREATE TABLE receipts (
                key_id {bytes} NOT NULL PRIMARY KEY REFERENCES attested_keys (key_id),
                team_id TEXT NOT NULL,
                fault TEXT,
                type TEXT,
                created_at BIGINT,
                refresh_not_before BIGINT,
                expires_at BIGINT,
                risk_metric TEXT,
                outcome TEXT,
                outcome_at BIGINT,
                failures BIGINT NOT NULL,
                next_at BIGINT,
                claim_id {bytes},
                claim_ends_at BIGINT,
                receipt {bytes} NOT NULL
            )
            """,
            """
            INSERT INTO receipts (key_id, team_id, failures, receipt)
            SELECT key_id, attested_team_id, 0, receipt FROM attested_keys WHERE length(receipt) > 0
            """,
            "ALTER TABLE attested_keys DROP COLUMN receipt",
            "CREATE INDEX receipts_by_due_time ON receipts (team_id, next_at)",
            "CREATE INDEX receipts_by_claim ON receipts (claim_id, team_id, next_at) WHERE claim_id IS NOT NULL",
            """
            CREATE TABLE risk_metrics (
                key_id {bytes} NOT NULL REFERENCES attested_keys (key_id),
                measured_at BIGINT NOT NULL,
                metric TEXT NOT NULL,
                PRIMARY KEY (key_id, measured_at)
            ){keyed}
            """,
            // No reference to apps: counts outlive the registration of their app.
            """
            CREATE TABLE exchange_counts (
                project_number TEXT NOT NULL,
                app_id TEXT NOT NULL,
                day BIGINT NOT NULL,
                ending {text} NOT NULL,
                reason {text} NOT NULL,
                count BIGINT NOT NULL,
                PRIMARY KEY (project_number, app_id, day, ending, reason)
            ){keyed}
            """,
            "CREATE INDEX exchange_counts_by_day ON exchange_counts (day)",
        ])
}
