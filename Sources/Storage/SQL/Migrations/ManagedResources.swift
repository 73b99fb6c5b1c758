extension Migration {
    /// What administrators manage over the network, the record of what they did, and tokens that were used up.
    ///
    /// Nothing refers to a project or an app from the record, which outlives both. Times are seconds since 1970; lists are
    /// JSON arrays of texts, and the states in the record JSON objects of texts.
    static let managedResources = Migration(
        number: 2, name: "managed resources", oldestServer: 2,
        statements: [
            "ALTER TABLE projects ADD COLUMN display_name TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE projects ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE projects ADD COLUMN updated_at BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE apps ADD COLUMN display_name TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE apps ADD COLUMN debug_token_limit BIGINT NOT NULL DEFAULT 20",
            "ALTER TABLE apps ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0",
            "ALTER TABLE apps ADD COLUMN updated_at BIGINT NOT NULL DEFAULT 0",
            """
            CREATE TABLE debug_tokens (
                project_number TEXT NOT NULL,
                app_id TEXT NOT NULL,
                id {text} NOT NULL,
                display_name TEXT NOT NULL,
                secret_hash {bytes} NOT NULL,
                expires_at BIGINT,
                created_at BIGINT NOT NULL,
                updated_at BIGINT NOT NULL,
                PRIMARY KEY (project_number, app_id, id),
                UNIQUE (project_number, app_id, secret_hash),
                FOREIGN KEY (project_number, app_id) REFERENCES apps (project_number, app_id)
            )
            """,
            """
            CREATE TABLE services (
                project_number TEXT NOT NULL REFERENCES projects (number),
                id {text} NOT NULL,
                enforcement TEXT NOT NULL,
                replay_protection TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                updated_at BIGINT NOT NULL,
                PRIMARY KEY (project_number, id)
            )
            """,
            """
            CREATE TABLE api_keys (
                project_number TEXT NOT NULL REFERENCES projects (number),
                id {text} NOT NULL,
                display_name TEXT NOT NULL,
                secret_hash {bytes} NOT NULL,
                bundle_ids TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                updated_at BIGINT NOT NULL,
                PRIMARY KEY (project_number, id)
            )
            """,
            """
            CREATE TABLE custom_token_keys (
                project_number TEXT NOT NULL REFERENCES projects (number),
                id {text} NOT NULL,
                service_account TEXT NOT NULL,
                public_key {bytes} NOT NULL,
                created_at BIGINT NOT NULL,
                PRIMARY KEY (project_number, id)
            )
            """,
            """
            CREATE TABLE admin_tokens (
                id {text} NOT NULL PRIMARY KEY,
                display_name TEXT NOT NULL,
                role TEXT NOT NULL,
                project_number TEXT REFERENCES projects (number),
                secret_hash {bytes} NOT NULL,
                expires_at BIGINT,
                created_at BIGINT NOT NULL
            )
            """,
            """
            CREATE TABLE audit_entries (
                id {text} NOT NULL PRIMARY KEY,
                made_at BIGINT NOT NULL,
                actor TEXT NOT NULL,
                action TEXT NOT NULL,
                resource TEXT NOT NULL,
                project_number TEXT,
                state_before TEXT,
                state_after TEXT
            )
            """,
            "CREATE INDEX audit_entries_by_project ON audit_entries (project_number, id)",
            """
            CREATE TABLE consumed_tokens (
                id {bytes} NOT NULL PRIMARY KEY,
                expires_at BIGINT NOT NULL
            ){keyed}
            """,
            "CREATE INDEX consumed_tokens_by_expiry ON consumed_tokens (expires_at)",
        ])
}
