extension Migration {
    /// What several servers over one database need: a mark of which attempt wrote a row last (16 bytes; empty or without a
    /// value where transactions are rolled back instead), and which servers may stay when a newer one has migrated.
    static let severalServers = Migration(
        number: 4, name: "several servers", oldestServer: 3,
        statements: [
            "ALTER TABLE redemptions ADD COLUMN attempt {bytes}",
            "ALTER TABLE attested_keys ADD COLUMN attempt {bytes}",
            // Where a later step does not say otherwise, no older server may stay.
            "ALTER TABLE schema_migrations ADD COLUMN oldest_server BIGINT NOT NULL DEFAULT 9223372036854775807",
            // Imports of other stores' rows. One without an end is under way or was broken off after as many rows.
            """
            CREATE TABLE store_imports (
                id {bytes} NOT NULL PRIMARY KEY,
                started_at BIGINT NOT NULL,
                position BIGINT NOT NULL,
                finished_at BIGINT
            )
            """,
        ])
}
