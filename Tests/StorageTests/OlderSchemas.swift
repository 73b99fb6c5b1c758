import TestSupport

/// Files as older versions left them, with rows in every table. None of this ever changes.
enum OlderSchema {
    /// Version 0.1.
    static func makeFirst(_ path: String) throws { try RawDatabase(path).run(first) }

    /// What came after it, before receipts had a table of their own.
    static func makeSecond(_ path: String) throws { try RawDatabase(path).run(first + second) }

    /// What came two steps after that, before redemptions were kept by their ends.
    static func makeFourth(_ path: String) throws { try RawDatabase(path).run(first + second + fourth) }

    private static let first = """
        CREATE TABLE schema_migrations (number BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL);
        INSERT INTO schema_migrations VALUES (1, 'initial schema');
        CREATE TABLE projects (number TEXT NOT NULL PRIMARY KEY, id TEXT NOT NULL UNIQUE);
        INSERT INTO projects VALUES ('1234567890', 'shop'), ('1', 'other');
        CREATE TABLE apps (
            project_number TEXT NOT NULL REFERENCES projects (number), app_id TEXT NOT NULL,
            team_id TEXT NOT NULL, bundle_ids TEXT NOT NULL, environments TEXT NOT NULL,
            trust_anchors TEXT NOT NULL, token_ttl BIGINT NOT NULL, PRIMARY KEY (project_number, app_id)
        );
        INSERT INTO apps VALUES (
            '1234567890', '1:1234567890:ios:aa', 'ABCDE12345', '["com.example.app","com.example.app.Ext"]',
            '["production","development"]', '[]', 604800
        );
        CREATE TABLE attested_keys (
            key_id BLOB NOT NULL PRIMARY KEY, public_key BLOB NOT NULL, project_number TEXT NOT NULL,
            app_id TEXT NOT NULL, counter BIGINT NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
            last_used_at BIGINT NOT NULL, attested_team_id TEXT NOT NULL, attested_bundle_id TEXT NOT NULL,
            environment TEXT NOT NULL, attested_at BIGINT NOT NULL, validation_category BIGINT,
            bundle_version TEXT, os_version TEXT, os_build TEXT, receipt BLOB NOT NULL
        );
        INSERT INTO attested_keys VALUES (
            CAST(replace(hex(zeroblob(16)), '0', char(17)) AS BLOB), zeroblob(65), '1234567890',
            '1:1234567890:ios:aa', 4294967295, 1100, 'ABCDE12345', 'com.example.app', 'production', 1000, NULL,
            NULL, '26.3', '23D127', x'3031'
        );
        CREATE TABLE redemptions (
            challenge_id BLOB NOT NULL PRIMARY KEY, expires_at BIGINT NOT NULL, request_digest BLOB NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX redemptions_by_expiry ON redemptions (expires_at);
        INSERT INTO redemptions VALUES (zeroblob(32), 2000, zeroblob(32));
        CREATE TABLE server_keys (
            kind TEXT NOT NULL, id TEXT NOT NULL, state TEXT NOT NULL, published_at BIGINT NOT NULL,
            activated_at BIGINT, retired_at BIGINT, sealed BLOB NOT NULL, PRIMARY KEY (kind, id)
        );
        INSERT INTO server_keys VALUES ('challenge', 'a', 'active', 10, 20, NULL, x'0102');
        CREATE TABLE write_probes (filling BLOB NOT NULL);

        """

    private static let second = """
        INSERT INTO schema_migrations VALUES (2, 'managed resources');
        ALTER TABLE projects ADD COLUMN display_name TEXT NOT NULL DEFAULT '';
        ALTER TABLE projects ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE projects ADD COLUMN updated_at BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE apps ADD COLUMN display_name TEXT NOT NULL DEFAULT '';
        ALTER TABLE apps ADD COLUMN debug_token_limit BIGINT NOT NULL DEFAULT 20;
        ALTER TABLE apps ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE apps ADD COLUMN updated_at BIGINT NOT NULL DEFAULT 0;
        CREATE TABLE debug_tokens (
            project_number TEXT NOT NULL, app_id TEXT NOT NULL, id TEXT NOT NULL, display_name TEXT NOT NULL,
            secret_hash BLOB NOT NULL, expires_at BIGINT, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL,
            PRIMARY KEY (project_number, app_id, id), UNIQUE (project_number, app_id, secret_hash),
            FOREIGN KEY (project_number, app_id) REFERENCES apps (project_number, app_id)
        );
        INSERT INTO debug_tokens VALUES (
            '1234567890', '1:1234567890:ios:aa', 'd1', 'Anna', zeroblob(32), NULL, 100, 200
        );
        CREATE TABLE services (
            project_number TEXT NOT NULL REFERENCES projects (number), id TEXT NOT NULL, enforcement TEXT NOT NULL,
            replay_protection TEXT NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL,
            PRIMARY KEY (project_number, id)
        );
        INSERT INTO services VALUES ('1234567890', 'orders.example.com', 'ENFORCED', 'UNENFORCED', 100, 200);
        CREATE TABLE api_keys (
            project_number TEXT NOT NULL REFERENCES projects (number), id TEXT NOT NULL, display_name TEXT NOT NULL,
            secret_hash BLOB NOT NULL, bundle_ids TEXT NOT NULL, created_at BIGINT NOT NULL,
            updated_at BIGINT NOT NULL, PRIMARY KEY (project_number, id)
        );
        INSERT INTO api_keys VALUES ('1234567890', 'k1', 'Builds', zeroblob(32), '[]', 100, 200);
        CREATE TABLE custom_token_keys (
            project_number TEXT NOT NULL REFERENCES projects (number), id TEXT NOT NULL,
            service_account TEXT NOT NULL, public_key BLOB NOT NULL, created_at BIGINT NOT NULL,
            PRIMARY KEY (project_number, id)
        );
        INSERT INTO custom_token_keys VALUES ('1234567890', '0a', 'backend@shop.example.com', x'30', 100);
        CREATE TABLE admin_tokens (
            id TEXT NOT NULL PRIMARY KEY, display_name TEXT NOT NULL, role TEXT NOT NULL,
            project_number TEXT REFERENCES projects (number), secret_hash BLOB NOT NULL, expires_at BIGINT,
            created_at BIGINT NOT NULL
        );
        INSERT INTO admin_tokens VALUES ('a1', 'Anna', 'viewer', NULL, zeroblob(32), NULL, 100);
        CREATE TABLE audit_entries (
            id TEXT NOT NULL PRIMARY KEY, made_at BIGINT NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
            resource TEXT NOT NULL, project_number TEXT, state_before TEXT, state_after TEXT
        );
        CREATE INDEX audit_entries_by_project ON audit_entries (project_number, id);
        INSERT INTO audit_entries VALUES ('0', 1000, 'Anna', 'a', 'r', NULL, NULL, '{"tokenTtl":"3600s"}');
        CREATE TABLE consumed_tokens (id BLOB NOT NULL PRIMARY KEY, expires_at BIGINT NOT NULL) WITHOUT ROWID;
        CREATE INDEX consumed_tokens_by_expiry ON consumed_tokens (expires_at);
        INSERT INTO consumed_tokens VALUES (zeroblob(32), 2000);
        UPDATE projects SET display_name = 'The shop', created_at = 100, updated_at = 200 WHERE id = 'shop';
        UPDATE apps SET display_name = 'Shop for iOS', debug_token_limit = 7, created_at = 100, updated_at = 200;
        INSERT INTO attested_keys VALUES (
            CAST(replace(hex(zeroblob(16)), '0', char(18)) AS BLOB), zeroblob(65), '1234567890',
            '1:1234567890:ios:aa', 5, 1200, 'ABCDE12345', 'com.example.app', 'development', 1001, 4, '7', '27.0',
            '26A1', zeroblob(5000)
        ), (
            CAST(replace(hex(zeroblob(16)), '0', char(19)) AS BLOB), zeroblob(65), '1234567890',
            '1:1234567890:ios:aa', 6, 1300, 'ABCDE12345', 'com.example.app', 'production', 1002, NULL, NULL, NULL,
            NULL, x''
        );
        """
}
