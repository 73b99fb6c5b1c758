import AppCheck
import Foundation
import Storage
import Testing
import TestSupport

@Suite("The SQLite store, when something is wrong") struct SQLiteFailureTests {
    @Test("refuses what does not fit on the disk, and goes on when there is space again") func fullDisk() async throws {
        try await withSQLiteStore { store, _ in
            try await store.limitSize(toPages: 60)
            let outcomes = try await atOnce(200) { number -> (Int, RegistrationOutcome?) in
                do throws(StoreError) {
                    return (number, try await store.register(specimenKey(number), redeeming: redemption(number)))
                } catch {
                    #expect(
                        error
                            == StoreError.unavailable("the disk is full, or the database has reached its size limit"))
                    return (number, nil)
                }
            }
            let acknowledged = outcomes.filter { $0.1 == .registered }.map(\.0)
            let refused = outcomes.filter { $0.1 == nil }.map(\.0)
            #expect(acknowledged.count + refused.count == 200)
            #expect(!refused.isEmpty)
            for number in acknowledged { #expect(try await store.attestedKey(digest(number)) != nil) }
            for number in refused { #expect(try await store.attestedKey(digest(number)) == nil) }

            try await store.limitSize(toPages: nil)
            try await store.checkWritable()
            for number in refused {
                #expect(try await store.register(specimenKey(number), redeeming: redemption(number)) == .registered)
            }
            for number in acknowledged {
                #expect(try await store.register(specimenKey(number), redeeming: redemption(number)) == .repeated)
            }
        }
    }

    @Test("tells nobody of success whose commit fails, and keeps nothing of it") func failingCommit() async throws {
        try await withSQLiteStore { store, path in
            let other = try RawDatabase(path)
            // Each redemption leaves a reference behind that is only missed at the commit.
            try other.run(
                """
                CREATE TABLE parents (id INTEGER PRIMARY KEY);
                CREATE TABLE orphans (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED);
                CREATE TRIGGER spoil AFTER INSERT ON redemptions BEGIN INSERT INTO orphans VALUES (1); END
                """)
            _ = try await atOnce(50) { number in
                await #expect(throws: StoreError.unavailable("the database refuses a value (SQLite code 787)")) {
                    try await store.register(specimenKey(number), redeeming: redemption(number))
                }
            }
            try other.run("DROP TRIGGER spoil")
            let outcomes = try await atOnce(50) { number in
                try await store.register(specimenKey(number), redeeming: redemption(number))
            }
            #expect(outcomes.allSatisfy { $0 == .registered })
        }
    }

    @Test("says whether it can be written to") func writeProbe() async throws {
        try await withSQLiteStore { store, _ in
            try await store.checkWritable()
            try await store.limitSize(toPages: 1)
            // What the first probe freed serves the next ones, until keys take it.
            try await store.checkWritable()
            for number in 1...4 { _ = try? await store.register(specimenKey(number), redeeming: redemption(number)) }
            await #expect(
                throws: StoreError.unavailable("the disk is full, or the database has reached its size limit")
            ) { try await store.checkWritable() }
            try await store.limitSize(toPages: nil)
            try await store.checkWritable()
        }
    }

    @Test("waits for another process that writes, but not for ever") func lockedFile() async throws {
        try await withSQLiteStore(patience: 1) { store, path in
            let other = try RawDatabase(path)
            try other.run("BEGIN IMMEDIATE")
            await #expect(throws: StoreError.unavailable("another process keeps the database locked")) {
                try await store.register(specimenKey(), redeeming: redemption(1))
            }
            #expect(try await store.projects() == [])
            try other.run("COMMIT")
            #expect(try await store.register(specimenKey(), redeeming: redemption(1)) == .registered)
        }
    }
}
