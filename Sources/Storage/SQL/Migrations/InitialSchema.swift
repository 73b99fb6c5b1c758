extension Migration {
    /// Times are seconds since 1970; lists are JSON arrays of texts.
    static let initialSchema = Migration(
        number: 1, name: "initial schema", oldestServer: 1,
        statements: [
            """
            CREATE TABLE projects (
                number {text} NOT NULL PRIMARY KEY,
                id TEXT NOT NULL UNIQUE
            )
            """,
            """
            CREATE TABLE apps (
                project_number TEXT NOT NULL REFERENCES projects (number),
                app_id {text} NOT NULL,
                team_id TEXT NOT NULL,
                bundle_ids TEXT NOT NULL,
                environments TEXT NOT NULL,
                trust_anchors TEXT NOT NULL,
                token_ttl BIGINT NOT NULL,
                PRIMARY KEY (project_number, app_id)
            )
            """,
            // No reference to apps: keys outlive the registration of their app. The receipt comes last, because it is
            // much longer than the rest and seldom read.
            """
            CREATE TABLE attested_keys (
                key_id {bytes} NOT NULL PRIMARY KEY,
                public_key {bytes} NOT NULL,
                project_number TEXT NOT NULL,
                app_id TEXT NOT NULL,
                counter BIGINT NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
                last_used_at BIGINT NOT NULL,
                attested_team_id TEXT NOT NULL,
                attested_bundle_id TEXT NOT NULL,
                environment TEXT NOT NULL,
                attested_at BIGINT NOT NULL,
                validation_category BIGINT,
                bundle_version TEXT,
                os_version TEXT,
                os_build TEXT,
                receipt {bytes} NOT NULL
            )
            """,
            """
            CREATE TABLE redemptions (
                challenge_id {bytes} NOT NULL PRIMARY KEY,
                expires_at BIGINT NOT NULL,
                request_digest {bytes} NOT NULL
            ){keyed}
            """,
            "CREATE INDEX redemptions_by_expiry ON redemptions (expires_at)",
            """
            CREATE TABLE server_keys (
                kind TEXT NOT NULL,
                id TEXT NOT NULL,
                state TEXT NOT NULL,
                published_at BIGINT NOT NULL,
                activated_at BIGINT,
                retired_at BIGINT,
                sealed {bytes} NOT NULL,
                PRIMARY KEY (kind, id)
            )
            """,
            "CREATE TABLE write_probes (filling {bytes} NOT NULL)",
        ])
}
