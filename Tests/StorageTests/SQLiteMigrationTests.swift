import AppAttest
import AppCheck
import Storage
import Testing
import TestSupport

@Suite("An SQLite store of an older version") struct SQLiteMigrationTests {
    @Test("keeps what it held, and gives what is new its first values") func keepsRows() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.file("assay.db")
            try OlderSchema.makeFirst(path)
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
            #expect(try database.number("SELECT MAX(number) FROM schema_migrations") == 5)
        }
    }

    @Test("keeps its receipts, of which nothing can be said, and its resources") func secondSchema() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.file("assay.db")
            try OlderSchema.makeSecond(path)
            let store = try await SQLiteStore.open(path: path)
            let app = try RegisteredApp(
                project: shop(), appID: "1:1234567890:ios:aa", displayName: "Shop for iOS", teamID: "ABCDE12345",
                bundleIDs: ["com.example.app", "com.example.app.Ext"], environments: [.development, .production],
                tokenTTL: 604_800, debugTokenLimit: 7, policies: .standard, createdAt: 100, updatedAt: 200)
            #expect(try await store.app("1:1234567890:ios:aa", in: shop()) == app)
            let keys = try await store.attestedKeys(
                ofApp: "1:1234567890:ios:aa", inProject: "1234567890", after: nil, limit: 9)
            #expect(keys.map(\.key.keyID) == [0x11, 0x12, 0x13].map { [UInt8](repeating: $0, count: 32) })
            #expect(keys.map(\.counter) == [4_294_967_295, 5, 6])
            #expect(keys.map(\.lastUsedAt) == [1100, 1200, 1300])
            #expect(keys.map(\.revokedAt) == [nil, nil, nil])
            // The last one came back by its artifact.
            let receipts = [[0x30, 0x31], [UInt8](repeating: 0, count: 5000)]
            #expect(keys.map(\.receipt) == receipts.map { ReceiptRecord(receipt: $0, facts: nil) } + [nil])
            #expect(try await store.claimDueReceipts(claim(1, at: .max), ofTeam: "ABCDE12345", limit: 9) == [])
            #expect(try await !store.consume([UInt8](repeating: 0, count: 32), expiresAt: 1))
            #expect(try await store.auditEntries(inProject: nil, before: nil, limit: 9).map(\.id) == ["0"])

            // What was there before takes part in what is new.
            let key = keys[1].key
            #expect(try await store.advance(key, to: 6, redeeming: redemption(1), at: 1400) == .advanced)
            let outcome = try await store.revokeKey(
                key.keyID, ofApp: key.appID, inProject: key.projectNumber, at: 1500, recording: entry("1"))
            #expect(outcome == .revoked)
            #expect(try await store.advance(key, to: 7, redeeming: redemption(2), at: 1600) == .revoked)
            #expect(try await store.register(specimenKey(), redeeming: redemption(3)) == .registered)
            let strict = try RegisteredApp(
                project: shop(), appID: "1:1234567890:ios:aa", displayName: "Shop for iOS", teamID: "ABCDE12345",
                bundleIDs: ["com.example.app"], policies: specimenPolicies)
            #expect(try await store.apply([.replace(.app(app), by: .app(strict))], recording: []) == .applied)
            #expect(try await store.app("1:1234567890:ios:aa", in: shop()) == strict)
            await store.close()
            let database = try RawDatabase(path)
            #expect(try database.rows("PRAGMA integrity_check") == [["ok"]])
            #expect(try database.rows("PRAGMA foreign_key_check") == [])
            // Rows that every assertion writes stay short.
            #expect(
                try database.number("SELECT COUNT(*) FROM pragma_table_info('attested_keys') WHERE name = 'receipt'")
                    == 0)
        }
    }

    @Test("keeps its used challenges, each with the request that used it, and lists its keys by time")
    func fourthSchema() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.file("assay.db")
            try OlderSchema.makeFourth(path)
            let store = try await SQLiteStore.open(path: path)
            let keys = try await store.attestedKeys(
                ofApp: "1:1234567890:ios:aa", inProject: "1234567890", after: [UInt8](repeating: 0x11, count: 32),
                limit: 9)
            #expect(keys.map(\.key.attestedAt) == [1001, 1002])
            // Four used challenges with their ends. The second was used to register the first key.
            let first = try #require(await store.attestedKey([UInt8](repeating: 0x11, count: 32))).key
            let outcomes: [RegistrationOutcome] = [.challengeUsed, .repeated, .challengeUsed, .challengeUsed]
            let used: [(byte: UInt8, expiresAt: Int64)] = [(0, 2000), (1, 2001), (2, 2001), (3, 1999)]
            for (outcome, challenge) in zip(outcomes, used) {
                let redemption = ChallengeRedemption(
                    challengeID: [UInt8](repeating: challenge.byte, count: 32), expiresAt: challenge.expiresAt,
                    requestDigest: [UInt8](repeating: 5, count: 32))
                #expect(try await store.register(first, redeeming: redemption) == outcome, "\(challenge)")
                #expect(
                    try await store.advance(keys[0].key, to: 99, redeeming: redemption, at: 1500) == .challengeUsed)
            }
            #expect(try await store.forgetRedemptions(endedBefore: 2000, limit: 10) == 1)
            #expect(try await store.forgetRedemptions(endedBefore: 2002, limit: 10) == 3)
            await store.close()
            let database = try RawDatabase(path)
            #expect(try database.rows("PRAGMA integrity_check") == [["ok"]])
            // One tree, and the same as in a new file.
            let fresh = folder.file("fresh.db")
            await (try SQLiteStore.open(path: fresh)).close()
            let trees = """
                SELECT type, name, replace(replace(sql, char(10), ''), ' ', '') FROM sqlite_schema
                WHERE tbl_name = 'redemptions' OR name LIKE 'attested_keys_%' ORDER BY name
                """
            #expect(try database.rows(trees) == RawDatabase(fresh).rows(trees))
            #expect(try database.rows(trees).map { $0[1] } == ["attested_keys_by_time", "redemptions"])
        }
    }

    @Test("keeps its used challenges where the last step fails half-way") func failingLastStep() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.file("assay.db")
            try OlderSchema.makeFourth(path)
            try RawDatabase(path).run("CREATE TABLE redemptions_by_challenge (id TEXT)")
            await #expect(throws: StoreError.self) { try await SQLiteStore.open(path: path) }
            let database = try RawDatabase(path)
            #expect(try database.number("SELECT MAX(number) FROM schema_migrations") == 4)
            #expect(try database.number("SELECT COUNT(*) FROM redemptions") == 4)
            #expect(
                try database.number("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'attested_keys_by_app'") == 1)
            try database.run("DROP TABLE redemptions_by_challenge")
            let store = try await SQLiteStore.open(path: path)
            #expect(try await store.forgetRedemptions(endedBefore: .max, limit: 10) == 4)
            await store.close()
        }
    }

    @Test("can be brought up to date by many at once") func racingUpgrades() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.file("assay.db")
            try OlderSchema.makeFirst(path)
            let stores = try await atOnce(8) { _ in try await SQLiteStore.open(path: path) }
            for store in stores { #expect(try await store.project("shop")?.project == shop()) }
            for store in stores { await store.close() }
        }
    }

    @Test("stays as it is when the upgrade fails") func failingUpgrade() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.file("assay.db")
            try OlderSchema.makeFirst(path)
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
}
