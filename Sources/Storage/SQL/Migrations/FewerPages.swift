extension Migration {
    /// What has the log of a single file written with fewer pages for each exchange: trees that grow at their end, where the
    /// exchanges of one commit share a page, in place of those by chance.
    ///
    /// The index of an app's keys is by time, and has no key id in it: that would spread the keys of a second over all pages
    /// of that second. Where a table is laid out by its key, redemptions are one tree by end instead of one by challenge and
    /// an index by end. That a challenge is redeemed once holds as before: when it ends is part of it, so that the same
    /// challenge always comes with the same end.
    ///
    /// What keeps others from the table comes first, so that it is given up early where somebody reads for long. Who has
    /// very many keys may build the index by that name beforehand, without holding up exchanges; one whose building was
    /// broken off is there by its name, but of no use.
    static let fewerPages = Migration(
        number: 5, name: "fewer pages", oldestServer: 4,
        statements: ["DROP INDEX attested_keys_by_app"],
        keyed: [
            "CREATE INDEX attested_keys_by_time ON attested_keys (project_number, app_id, attested_at)",
            "ALTER TABLE redemptions RENAME TO redemptions_by_challenge",
            """
            CREATE TABLE redemptions (
                challenge_id {bytes} NOT NULL,
                expires_at BIGINT NOT NULL,
                request_digest {bytes} NOT NULL,
                attempt {bytes},
                PRIMARY KEY (expires_at, challenge_id)
            ){keyed}
            """,
            """
            INSERT INTO redemptions (challenge_id, expires_at, request_digest, attempt)
            SELECT challenge_id, expires_at, request_digest, attempt FROM redemptions_by_challenge
            ORDER BY expires_at, challenge_id
            """,
            "DROP TABLE redemptions_by_challenge",
        ],
        unkeyed: [
            """
            DO $$ BEGIN
                IF EXISTS (
                    SELECT 1 FROM pg_index WHERE indexrelid = to_regclass('attested_keys_by_time') AND NOT indisvalid
                ) THEN DROP INDEX attested_keys_by_time; END IF;
            END $$
            """,
            """
            CREATE INDEX IF NOT EXISTS attested_keys_by_time ON attested_keys (project_number, app_id, attested_at)
            """,
            // Whoever is given a challenge and its end must not go by the end alone: very many may have the same.
            "DROP INDEX redemptions_by_expiry",
            "CREATE INDEX redemptions_by_end ON redemptions (expires_at, challenge_id)",
        ])
}
