import AppCheck
import Foundation
import Storage
import Testing
import TestSupport

@Suite(
    "A PostgreSQL server that a store is opened on", .enabled(if: TestPostgres.isThere, "\(TestPostgres.absence)"))
struct PostgresServerTests {
    @Test("is refused where it takes no writes, with the reason") func readOnly() async throws {
        try await TestDatabase.with { database in
            let options = database.connectionString.replacing(
                "options='-csearch_path", with: "options='-cdefault_transaction_read_only=on -csearch_path"
            ).replacing("options=-csearch_path", with: "options=-cdefault_transaction_read_only%3Don%20-csearch_path")
            await #expect(
                throws: StoreError.unreadable(
                    "the database takes no writes: it is a read-only replica; connect to the primary")
            ) { try await PostgresStore.open(options) }
        }
    }

    @Test("may be opened for the first time by many at once, and migrates once") func racingOpenings() async throws {
        try await TestDatabase.with { database in
            let stores = try await atOnce(8) { _ in
                try await PostgresStore.open(database.connectionString, connections: 2)
            }
            for (index, store) in stores.enumerated() {
                let outcome = try await store.register(specimenKey(), redeeming: redemption(1))
                #expect(outcome == (index == 0 ? .registered : .repeated))
            }
            let numbers = try database.raw().rows("SELECT number FROM schema_migrations ORDER BY number")
            #expect(numbers == [["1"], ["2"], ["3"], ["4"], ["5"]])
            for store in stores { await store.close() }
        }
    }

    @Test("is refused when a newer version wrote it that no older one may stay beside") func newerSchema() async throws
    {
        try await TestDatabase.with { database in
            await (try PostgresStore.open(database.connectionString)).close()
            try database.raw().run("INSERT INTO schema_migrations (number, name) VALUES (6, 'of tomorrow')")
            await #expect(
                throws: StoreError.unreadable(
                    """
                    it has schema 6 and this version of Assay knows schemas up to 5; start the version that wrote it or a \
                    newer one, or restore a backup from before the upgrade
                    """)
            ) { try await PostgresStore.open(database.connectionString) }
        }
    }

    @Test("serves on when a newer version wrote it that says so, and tells") func servedSchema() async throws {
        try await TestDatabase.with { database in
            await (try PostgresStore.open(database.connectionString)).close()
            try database.raw().run("INSERT INTO schema_migrations VALUES (6, 'of tomorrow', 5)")
            let told = Told()
            try await PostgresStore.open(database.connectionString, telling: told).using { store async throws in
                #expect(told.events.contains(.schemaIsNewer(6)))
                #expect(try await store.register(specimenKey(), redeeming: redemption(1)) == .registered)
            }
        }
    }

    @Test("is not migrated while somebody reads a table for long, or all others would wait as long") func busyTable()
        async throws
    {
        try await TestDatabase.with { database in
            await (try PostgresStore.open(database.connectionString)).close()
            try database.raw().run(
                """
                DELETE FROM schema_migrations WHERE number >= 4;
                DROP INDEX attested_keys_by_time, redemptions_by_end;
                CREATE INDEX attested_keys_by_app ON attested_keys (project_number, app_id, key_id);
                CREATE INDEX redemptions_by_expiry ON redemptions (expires_at);
                ALTER TABLE schema_migrations DROP COLUMN oldest_server;
                ALTER TABLE redemptions DROP COLUMN attempt;
                ALTER TABLE attested_keys DROP COLUMN attempt;
                DROP TABLE store_imports
                """)
            let reader = try database.raw()
            try reader.run("BEGIN; SELECT 1 FROM redemptions")
            let words = try await unavailability { _ = try await PostgresStore.open(database.connectionString) }
            #expect(words == "a table of the database is locked by somebody else")
            try reader.run("COMMIT")
            try await PostgresStore.open(database.connectionString).using { store async throws in
                #expect(try await store.register(specimenKey(), redeeming: redemption(1)) == .registered)
            }
        }
    }

    @Test("is refused when its schema is another program's, and left alone") func otherProgram() async throws {
        try await TestDatabase.with { database in
            let other = try database.raw()
            try other.run("CREATE TABLE letters (body TEXT)")
            await #expect(
                throws: StoreError.unreadable("the schema of the database holds the tables of another program")
            ) { try await PostgresStore.open(database.connectionString) }
            #expect(try other.number("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()") == 1)
        }
    }

    @Test("is not named where its connection string makes no sense, which may hold a password") func nonsense() async {
        for text in ["host=a password", "postgresql://user:open-sesame@[::1/db", "postgresql://u:open-sesame@h:1%zz/"] {
            await #expect(throws: StoreError.unreadable("the connection string is not one that libpq understands")) {
                try await PostgresStore.open(text)
            }
        }
    }

    @Test("that is not there is told of in the words of libpq") func absent() async throws {
        try await TemporaryFolder.with { folder in
            let words = try await unavailability {
                _ = try await PostgresStore.open("host=\(folder.path) password=sesame")
            }
            #expect(words?.contains("No such file or directory") == true)
            #expect(words?.contains("sesame") == false)
        }
    }

    @Test("that dies and comes back is found again, and everybody is told quickly meanwhile", .timeLimit(.minutes(2)))
    func comeback() async throws {
        try await TemporaryFolder.with { folder in
            let cluster = try await PostgresCluster.primary(in: folder.file("a"))
            let told = Told()
            let address = try await PostgresCluster.connectionString(cluster)
            try await PostgresStore.open(address, telling: told).using { store async throws in
                #expect(try await store.register(specimenKey(1), redeeming: redemption(1)) == .registered)
                try await cluster.kill()
                for number in 2...20 {
                    let start = ContinuousClock.now
                    #expect(try await unavailability { try await store.checkWritable() } != nil)
                    #expect(
                        try await unavailability {
                            _ = try await store.register(specimenKey(number), redeeming: redemption(number))
                        } != nil)
                    #expect(ContinuousClock.now - start < .seconds(2))
                }
                #expect(told.events.contains { if case .lost = $0 { true } else { false } })
                try await cluster.start()
                try await eventually { try await unavailability { try await store.checkWritable() } == nil }
                #expect(told.events.last == .regained)
                try await eventually {
                    try await unavailability {
                        let outcome = try await store.register(specimenKey(1), redeeming: redemption(1))
                        #expect(outcome == .repeated)
                    } == nil
                }
            }
            try await cluster.remove()
        }
    }

    @Test("that gives up waiting for its replica is not believed to have kept what it says", .timeLimit(.minutes(2)))
    func missingReplica() async throws {
        try await TemporaryFolder.with { folder in
            let cluster = try await PostgresCluster.primary(in: folder.file("a"))
            let address = try await PostgresCluster.connectionString(cluster)
            try await PostgresStore.open(address).using { store async throws in
                let other = try RawPostgres(address)
                try other.run("ALTER SYSTEM SET synchronous_standby_names = 'ghost'")
                try other.run("SELECT pg_reload_conf()")
                try await eventually { try other.rows("SHOW synchronous_standby_names") == [["ghost"]] }
                async let registration = unavailability {
                    _ = try await store.register(specimenKey(1), redeeming: redemption(1))
                }
                async let replacement = unavailability {
                    _ = try await store.replaceKeys(
                        .challenge, from: [], to: [signingKey("a", kind: .challenge)])
                }
                let waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
                try await eventually { try other.number("SELECT count(*) \(waiting)") == 2 }
                try other.run("SELECT pg_cancel_backend(pid) \(waiting)")
                let words = "the database warned that it may not keep what it committed"
                #expect(try await registration == words)
                #expect(try await replacement == words)
                try other.run("ALTER SYSTEM RESET synchronous_standby_names")
                try other.run("SELECT pg_reload_conf()")
            }
            try await cluster.remove()
        }
    }

    @Test("that waits for a replica for ever is not sent one connection after the other", .timeLimit(.minutes(2)))
    func absentReplica() async throws {
        try await TemporaryFolder.with { folder in
            let cluster = try await PostgresCluster.primary(in: folder.file("a"))
            let address = try await PostgresCluster.connectionString(cluster)
            let told = Told()
            let store = try await PostgresStore.open(address, deadline: 100, connections: 6, telling: told)
            try await store.using { store async throws in
                let other = try RawPostgres(address)
                try other.run("ALTER SYSTEM SET synchronous_standby_names = 'ghost'")
                try other.run("SELECT pg_reload_conf()")
                try await eventually { try other.rows("SHOW synchronous_standby_names") == [["ghost"]] }
                // Each is given up after 2.1 s, until none of the six connections is left. Some may succeed at first: another
                // session has heard of the setting earlier.
                try await eventually {
                    _ = try await atOnce(12) { number in
                        if number < 4 { return try await unavailability { try await store.checkWritable() } }
                        return try await unavailability {
                            _ = try await store.register(specimenKey(number), redeeming: redemption(number))
                        }
                    }
                    return told.events.contains(.lost("the database does not answer"))
                }
                // The words are the same while one that is left is tried; but then they take longer.
                try await eventually {
                    let (words, asked) = ("the database does not answer", ContinuousClock.now)
                    let write = try await unavailability { try await store.checkWritable() }
                    let use = try await unavailability { _ = try await store.consume(digest(2), expiresAt: 2000) }
                    return write == words && use == words && ContinuousClock.now - asked < .seconds(1)
                }
                let count =
                    "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'assay' AND wait_event = 'SyncRep'"
                let before = try other.number(count)
                #expect(before <= 6)
                // Whoever asks now is answered at once, and nothing more is sent.
                let start = ContinuousClock.now
                while ContinuousClock.now - start < .seconds(3) {
                    let asked = ContinuousClock.now
                    let answer = try await unavailability { _ = try await store.consume(digest(1), expiresAt: 2000) }
                    #expect(answer != nil)
                    #expect(ContinuousClock.now - asked < .seconds(1))
                    try await Task.sleep(for: .milliseconds(50))
                }
                #expect(try other.number(count) <= before)
                try other.run("ALTER SYSTEM RESET synchronous_standby_names")
                try other.run("SELECT pg_reload_conf()")
                try await eventually { try await unavailability { try await store.checkWritable() } == nil }
                try await eventually {
                    try await unavailability {
                        let outcome = try await store.register(specimenKey(99), redeeming: redemption(99))
                        #expect(outcome == .registered || outcome == .repeated)
                    } == nil
                }
            }
            try await cluster.remove()
        }
    }
}
