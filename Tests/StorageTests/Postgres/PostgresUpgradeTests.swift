import AppCheck
import Storage
import Testing
import TestSupport

@Suite(
    "A PostgreSQL database of the release before", .enabled(if: TestPostgres.isThere, "\(TestPostgres.absence)"))
struct PostgresUpgradeTests {
    /// Gives `body` a database with the schema before this version's, and a used challenge and a key in it.
    private func withOlder(_ body: (TestDatabase) async throws -> Void) async throws {
        try await TestDatabase.with { database in
            try await PostgresStore.open(database.connectionString).using { store async throws in
                _ = try await store.register(specimenKey(), redeeming: redemption(1))
            }
            try database.raw().run(
                """
                DELETE FROM schema_migrations WHERE number = 5;
                DROP INDEX attested_keys_by_time, redemptions_by_end;
                CREATE INDEX attested_keys_by_app ON attested_keys (project_number, app_id, key_id);
                CREATE INDEX redemptions_by_expiry ON redemptions (expires_at)
                """)
            try await body(database)
        }
    }

    private static let listed = """
        SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() AND indexname LIKE 'attested_keys_by_%'
        """

    @Test("keeps what it held, and lets servers of that release stay") func migrates() async throws {
        try await withOlder { database in
            try await PostgresStore.open(database.connectionString).using { store async throws in
                let page = try await store.attestedKeys(
                    ofApp: "1:1234567890:ios:aa", inProject: "1234567890", after: nil, limit: 9)
                #expect(page.map(\.key) == [specimenKey()])
                #expect(try await store.register(specimenKey(), redeeming: redemption(1)) == .repeated)
                let raw = try database.raw()
                #expect(try raw.rows(Self.listed) == [["attested_keys_by_time"]])
                #expect(try raw.number("SELECT oldest_server FROM schema_migrations WHERE number = 5") == 4)
                // As those servers ask, who know a challenge without its end.
                let insertion = """
                    INSERT INTO redemptions (challenge_id, expires_at, request_digest, attempt)
                    SELECT challenge_id, expires_at, request_digest, attempt FROM redemptions ON CONFLICT DO NOTHING
                    """
                try raw.run(insertion)
                #expect(try raw.number("SELECT count(*) FROM redemptions") == 1)
                try raw.run(
                    """
                    DELETE FROM redemptions WHERE challenge_id IN (
                        SELECT challenge_id FROM redemptions WHERE expires_at < 2001 ORDER BY expires_at LIMIT 9
                    )
                    """)
                #expect(try await store.register(specimenKey(2), redeeming: redemption(1)) == .registered)
            }
        }
    }

    @Test("is not left with an index whose building was broken off") func brokenIndex() async throws {
        try await withOlder { database in
            let raw = try database.raw()
            // What a building that is broken off leaves.
            try raw.run(
                """
                CREATE INDEX attested_keys_by_time ON attested_keys (project_number, app_id, attested_at);
                UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'attested_keys_by_time'::regclass
                """)
            await (try PostgresStore.open(database.connectionString)).close()
            let valid = """
                SELECT count(*) FROM pg_index WHERE indexrelid = 'attested_keys_by_time'::regclass AND indisvalid
                """
            #expect(try raw.number(valid) == 1)
            #expect(try raw.rows(Self.listed) == [["attested_keys_by_time"]])
        }
    }

    @Test("is left alone while somebody reads the keys for long, and takes an index that is there already")
    func preparedIndex() async throws {
        try await withOlder { database in
            let reader = try database.raw()
            try reader.run(
                """
                CREATE INDEX CONCURRENTLY attested_keys_by_time ON attested_keys (project_number, app_id, attested_at)
                """)
            try reader.run("BEGIN; SELECT 1 FROM attested_keys")
            let words = try await unavailability { _ = try await PostgresStore.open(database.connectionString) }
            #expect(words == "a table of the database is locked by somebody else")
            try reader.run("COMMIT")
            #expect(try reader.rows(Self.listed).count == 2)
            try await PostgresStore.open(database.connectionString).using { store async throws in
                #expect(try await store.attestedKey(digest(1))?.key == specimenKey())
            }
            #expect(try reader.rows(Self.listed) == [["attested_keys_by_time"]])
        }
    }
}
