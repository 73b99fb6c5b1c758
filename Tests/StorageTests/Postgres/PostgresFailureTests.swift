import AppCheck
import Storage
import Testing
import TestSupport

@Suite("The PostgreSQL store, when something is wrong", .enabled(if: TestPostgres.isThere, "\(TestPostgres.absence)"))
struct PostgresFailureTests {
    @Test("costs nobody an answer whose connections were closed while they idled") func idleConnections() async throws {
        try await withPostgresStore { store, database async throws in
            try await store.checkWritable()
            #expect(try await store.register(specimenKey(1), redeeming: redemption(1)) == .registered)
            for round in 2...4 {
                try await database.cutConnections()
                try await store.checkWritable()
                #expect(try await store.register(specimenKey(round), redeeming: redemption(round)) == .registered)
                #expect(try await store.attestedKey(digest(1)) != nil)
            }
        }
    }

    @Test("calls what was cut off unavailable, and goes on") func brokenConnection() async throws {
        try await withPostgresStore { store, database async throws in
            // By another name than the store's, since it must not be ended with them and let them go on.
            let other = try RawPostgres(
                database.connectionString.replacing(
                    "application_name=\(database.name)", with: "application_name=holder"))
            try other.holdWrites()
            async let registration = unavailability {
                _ = try await store.register(specimenKey(1), redeeming: redemption(1))
            }
            async let revision = unavailability { _ = try await store.replaceKeys(.challenge, from: [], to: []) }
            let watcher = try RawPostgres(#require(TestPostgres.connectionString))
            try await eventually {
                try watcher.number(
                    """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE application_name = '\(database.name)' AND wait_event_type = 'Lock'
                    """) == 2
            }
            try await database.cutConnections()
            #expect(try await registration == "the database ended the connection (SQLSTATE 57P01)")
            let told = try await revision
            #expect(told == "the database ended the connection (SQLSTATE 57P01)", "\(told ?? "nothing")")
            try other.release()
            #expect(try await store.register(specimenKey(1), redeeming: redemption(1)) == .registered)
        }
    }

    @Test("waits for a slow database no longer than it may, and piles nothing up", .timeLimit(.minutes(1)))
    func slowDatabase() async throws {
        try await withPostgresStore(deadline: 300) { store, database async throws in
            let other = try database.raw()
            try other.holdWrites()
            let start = ContinuousClock.now
            let answers = try await atOnce(1_000) { number in
                try await unavailability {
                    _ = try await store.register(specimenKey(number), redeeming: redemption(number))
                }
            }
            // Two at most of the time limit: in the queue and at the database.
            #expect(ContinuousClock.now - start < .seconds(5))
            #expect(answers.allSatisfy { $0 != nil })
            #expect(answers.contains("the database did not answer within the time limit"))
            try other.release()
            for number in 1...3 {
                #expect(try await store.register(specimenKey(number), redeeming: redemption(number)) == .registered)
            }
        }
    }

    @Test("lets nobody wait for each of many who want the same of a slow database", .timeLimit(.minutes(1)))
    func slowSubject() async throws {
        try await withPostgresStore(deadline: 500, connections: 2) { store, database async throws in
            let other = try database.raw()
            try other.holdWrites()
            let start = ContinuousClock.now
            // Each is a transaction of its own, since all are about one challenge.
            let answers = try await atOnce(40) { number in
                try await unavailability {
                    _ = try await store.register(specimenKey(number), redeeming: redemption(1, request: number))
                }
            }
            #expect(answers.allSatisfy { $0 != nil })
            #expect(ContinuousClock.now - start < .seconds(5))
            try other.release()
            #expect(try await store.register(specimenKey(1), redeeming: redemption(1)) == .registered)
        }
    }

    @Test("refuses what is above its capacity at once", .timeLimit(.minutes(1))) func backPressure() async throws {
        try await withPostgresStore(deadline: 1_000, connections: 2) { store, database async throws in
            let other = try database.raw()
            try other.holdWrites()
            let answers = try await atOnce(5_000) { number in
                try await unavailability { _ = try await store.consume(digest(number), expiresAt: 2000) }
            }
            #expect(answers.count { $0 == "too many requests are waiting for it" } >= 5_000 - 4_096 - 128)
            try other.release()
            #expect(try await store.consume(digest(1), expiresAt: 2000))
        }
    }

    @Test("lets one that the database refuses spoil nothing for those beside it") func poison() async throws {
        try await withPostgresStore(connections: 2) { store, database async throws in
            let spoil = digest(7).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
            try database.raw().run(
                """
                CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    IF NEW.key_id = '\\x\(spoil)' THEN RAISE EXCEPTION USING ERRCODE = '23514'; END IF;
                    RETURN NEW;
                END $$;
                CREATE TRIGGER spoil BEFORE INSERT ON attested_keys FOR EACH ROW EXECUTE FUNCTION spoil()
                """)
            let outcomes = try await atOnce(100) { number -> (Int, RegistrationOutcome?) in
                do throws(StoreError) {
                    return (number, try await store.register(specimenKey(number), redeeming: redemption(number)))
                } catch {
                    #expect(error == .unreadable("the database refuses a value (SQLSTATE 23514)"))
                    return (number, nil)
                }
            }
            #expect(outcomes.filter { $0.1 == nil }.map(\.0) == [7])
            #expect(outcomes.count { $0.1 == .registered } == 99)
        }
    }

    @Test("writes nothing by halves where the disk of the database is full") func fullDisk() async throws {
        try await withPostgresStore(connections: 2) { store, database async throws in
            let other = try database.raw()
            try other.run(
                """
                CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    RAISE EXCEPTION USING ERRCODE = '53100';
                END $$;
                CREATE TRIGGER spoil BEFORE INSERT ON receipts FOR EACH ROW EXECUTE FUNCTION spoil()
                """)
            let answers = try await atOnce(50) { number in
                try await unavailability {
                    _ = try await store.register(specimenKey(number), redeeming: redemption(number))
                }
            }
            #expect(answers.allSatisfy { $0 == "the disk of the database is full" })
            #expect(try other.number("SELECT count(*) FROM attested_keys") == 0)
            #expect(try other.number("SELECT count(*) FROM redemptions") == 0)
            try other.run("DROP TRIGGER spoil ON receipts")
            #expect(try await store.register(specimenKey(1), redeeming: redemption(1)) == .registered)
        }
    }

    @Test("gives nobody the late answers to what others asked for", .timeLimit(.minutes(1)))
    func lateAnswers() async throws {
        try await withPostgresStore(deadline: 2_000, connections: 2) { store, database async throws in
            let used = [UInt8](repeating: 0xFF, count: 32)
            #expect(try await store.consume(used, expiresAt: 2000))
            let (holder, other) = (try database.raw(), try database.raw())
            // A commit has no time limit of the server's, so that it is the store that gives up.
            try holder.run(
                """
                CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    PERFORM pg_advisory_xact_lock(20260115);
                    RETURN NULL;
                END $$;
                CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON consumed_tokens DEFERRABLE INITIALLY DEFERRED
                    FOR EACH ROW WHEN (get_byte(NEW.id, 0) = 1) EXECUTE FUNCTION hold();
                SELECT pg_advisory_lock(20260115)
                """)
            try other.holdWrites()
            async let first = unavailability { _ = try await store.consume(digest(1), expiresAt: 2000) }
            let watcher = try RawPostgres(#require(TestPostgres.connectionString))
            try await eventually {
                try watcher.number(
                    """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE application_name = '\(database.name)' AND wait_event_type = 'Lock'
                    """) == 1
            }
            // Of what waits now, each batch has tokens that were not used yet and come first, and one that was, many times.
            let (full, isFull) = AsyncStream<Void>.makeStream()
            let (late, isLate) = AsyncStream<Void>.makeStream()
            async let answers = atOnce(5_000) { number -> Bool? in
                let fresh = [1, UInt8(number & 0xFF), UInt8(number >> 8)] + [UInt8](repeating: 0, count: 29)
                do throws(StoreError) {
                    let isFirst = try await store.consume(number % 2 == 0 ? fresh : used, expiresAt: 2000)
                    return number % 2 == 0 ? nil : isFirst
                } catch {
                    if error == .unavailable("too many requests are waiting for it") { isFull.yield() }
                    if error == .unavailable("the database does not answer") { isLate.yield() }
                    return nil
                }
            }
            for await _ in full { break }
            try other.release()
            for await _ in late { break }
            try holder.run("SELECT pg_advisory_unlock(20260115)")
            let told = try await answers
            #expect(!told.contains(true))
            _ = try await first
        }
    }

    @Test("changes nothing where it is asked for a text that no database holds") func zeroByte() async throws {
        try await withPostgresStore { store, _ async throws in
            let error = StoreError.unreadable("a text with a zero byte cannot be stored")
            await #expect(throws: error) {
                try await store.register(specimenKey(1, app: "a\0b"), redeeming: redemption(1))
            }
            #expect(try await store.register(specimenKey(1), redeeming: redemption(1)) == .registered)
        }
    }
}
