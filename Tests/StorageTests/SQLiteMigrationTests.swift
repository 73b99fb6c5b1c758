import AppAttest
import AppCheck
import Storage
import Testing
import TestSupport

@Suite("An SQLite store of an older version") struct SQLiteMigrationTests {
    @Test("keeps what it held, and gives what is new its first values") func keepsRows() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.file("assay.db")
            try makeFirstSchema(path)
            let store = try await SQLiteStore.open(path: path)
            let (other, shop) = (try Project(number: "1", id: "other"), try shop())
            #expect(try await store.projects() == [other, shop])
            let project = try RegisteredProject(project: shop, displayName: "", createdAt: 0, updatedAt: 0)
            #expect(try await store.project("shop") == project)
            let app = try RegisteredApp(
                project: shop, appID: "1:1234567890:ios:aa", displayName: "", teamID: "ABCDE12345",
                bundleIDs: ["com.example.app", "com.example.app.Ext"], environments: [.development, .production],
                trustAnchors: [], tokenTTL: 604_800, debugTokenLimit: 20, createdAt: 0, updatedAt: 0)
            #expect(try await store.app("1:1234567890:ios:aa", in: shop) == app)
            let stored = try #require(await store.attestedKey([UInt8](repeating: 0x11, count: 32)))
            #expect(stored.counter == 4_294_967_295)
            #expect(stored.receipt == ReceiptRecord(receipt: [0x30, 0x31], facts: nil))
            #expect(stored.key.osBuild == "23D127")
            #expect(try await store.forgetRedemptions(endedBefore: 2001, limit: 10) == 1)
            #expect(try await store.keys(.challenge).map(\.sealed) == [[1, 2]])

            // What was there before takes part in what is new.
            let renamed = try RegisteredProject(project: shop, displayName: "Shop", createdAt: 0, updatedAt: 5)
            let changes: [ResourceChange] = [
                .replace(.project(project), by: .project(renamed)), .create(try Kind.debugToken.made()),
                .create(try Kind.service.made()),
            ]
            #expect(try await store.apply(changes, recording: [entry("1")]) == .applied)
            #expect(try await store.apply([.remove(.app(app))], recording: []) == .inUse(Resource.app(app).name))
            await store.close()
            let database = try RawDatabase(path)
            #expect(
                try database.number("SELECT COUNT(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'") == 1)
            #expect(try database.number("SELECT COUNT(*) FROM pragma_foreign_key_check") == 0)
            #expect(try database.number("SELECT MAX(number) FROM schema_migrations") == 3)
        }
    }

    @Test("can be brought up to date by many at once") func racingUpgrades() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.file("assay.db")
            try makeFirstSchema(path)
            let stores = try await atOnce(8) { _ in try await SQLiteStore.open(path: path) }
            for store in stores { #expect(try await store.project("shop")?.project == shop()) }
            for store in stores { await store.close() }
        }
    }

    @Test("stays as it is when the upgrade fails") func failingUpgrade() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.file("assay.db")
            try makeFirstSchema(path)
            // In the way of one of the last statements.
            try RawDatabase(path).run("CREATE TABLE consumed_tokens (id TEXT)")
            await #expect(
                throws: StoreError.unreadable(
                    "\(path): the database does not have the expected tables (SQLite code 1)")
            ) { try await SQLiteStore.open(path: path) }
            let database = try RawDatabase(path)
            #expect(try database.number("SELECT MAX(number) FROM schema_migrations") == 1)
            #expect(try database.number("SELECT COUNT(*) FROM pragma_table_info('projects')") == 2)
            try database.run("DROP TABLE consumed_tokens")
            let store = try await SQLiteStore.open(path: path)
            #expect(try await store.consume(digest(1), expiresAt: 1))
            await store.close()
        }
    }

    /// A file as version 0.1 left it, with rows in every table.
    private func makeFirstSchema(_ path: String) throws {
        try RawDatabase(path).run(
            """
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
            """)
    }
}
