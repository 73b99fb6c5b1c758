extension OlderSchema {
    /// Receipts in a table of their own, a mark of the attempt, and rows of both.
    static let fourth = """
        INSERT INTO schema_migrations VALUES (3, 'receipts and policies'), (4, 'several servers');
        ALTER TABLE schema_migrations ADD COLUMN oldest_server BIGINT NOT NULL DEFAULT 9223372036854775807;
        UPDATE schema_migrations SET oldest_server = 3 WHERE number = 4;
        ALTER TABLE apps ADD COLUMN policies TEXT NOT NULL DEFAULT '{}';
        ALTER TABLE attested_keys ADD COLUMN revoked_at BIGINT;
        CREATE INDEX attested_keys_by_app ON attested_keys (project_number, app_id, key_id);
        CREATE TABLE receipts (
            key_id BLOB NOT NULL PRIMARY KEY REFERENCES attested_keys (key_id), team_id TEXT NOT NULL, fault TEXT,
            type TEXT, created_at BIGINT, refresh_not_before BIGINT, expires_at BIGINT, risk_metric TEXT, outcome TEXT,
            outcome_at BIGINT, failures BIGINT NOT NULL, next_at BIGINT, claim_id BLOB, claim_ends_at BIGINT,
            receipt BLOB NOT NULL
        );
        INSERT INTO receipts (key_id, team_id, failures, receipt)
            SELECT key_id, attested_team_id, 0, receipt FROM attested_keys WHERE length(receipt) > 0;
        ALTER TABLE attested_keys DROP COLUMN receipt;
        CREATE INDEX receipts_by_due_time ON receipts (team_id, next_at);
        CREATE INDEX receipts_by_claim ON receipts (claim_id, team_id, next_at) WHERE claim_id IS NOT NULL;
        CREATE TABLE risk_metrics (
            key_id BLOB NOT NULL REFERENCES attested_keys (key_id), measured_at BIGINT NOT NULL, metric TEXT NOT NULL,
            PRIMARY KEY (key_id, measured_at)
        ) WITHOUT ROWID;
        CREATE TABLE exchange_counts (
            project_number TEXT NOT NULL, app_id TEXT NOT NULL, day BIGINT NOT NULL, ending TEXT NOT NULL,
            reason TEXT NOT NULL, count BIGINT NOT NULL, PRIMARY KEY (project_number, app_id, day, ending, reason)
        ) WITHOUT ROWID;
        CREATE INDEX exchange_counts_by_day ON exchange_counts (day);
        ALTER TABLE redemptions ADD COLUMN attempt BLOB;
        ALTER TABLE attested_keys ADD COLUMN attempt BLOB;
        CREATE TABLE store_imports (
            id BLOB NOT NULL PRIMARY KEY, started_at BIGINT NOT NULL, position BIGINT NOT NULL, finished_at BIGINT
        );
        INSERT INTO redemptions VALUES
            (CAST(replace(hex(zeroblob(16)), '0', char(2)) AS BLOB), 2001, zeroblob(32), x''),
            (CAST(replace(hex(zeroblob(16)), '0', char(1)) AS BLOB), 2001,
                CAST(replace(hex(zeroblob(16)), '0', char(5)) AS BLOB), zeroblob(16)),
            (CAST(replace(hex(zeroblob(16)), '0', char(3)) AS BLOB), 1999, zeroblob(32), NULL);
        """
}
