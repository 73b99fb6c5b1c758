import AppCheck
import Foundation
import Storage
import Synchronization
import Testing
import TestSupport

@Suite("A backup of the SQLite store") struct SQLiteBackupTests {
    @Test("is one file with every row, good to be opened, and leaves the store at work") func wholeness() async throws {
        try await TemporaryFolder.with { folder in
            let (path, backup) = (folder.file("assay.db"), folder.file("backup.db"))
            let store = try await SQLiteStore.open(path: path)
            try await store.fill()
            // What is in the log alone is in the backup too.
            #expect(FileManager.default.fileExists(atPath: path + "-wal"))
            let tables = try await make(of: path, at: backup)
            #expect(tables.first { $0.table == "attested_keys" } == TableCount(table: "attested_keys", rows: 2))
            #expect(tables.first { $0.table == "server_keys" } == TableCount(table: "server_keys", rows: 3))
            #expect(tables.allSatisfy { $0.rows > 0 || ["store_imports", "write_probes"].contains($0.table) })
            #expect(try await store.consume(digest(8), expiresAt: 2000))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("b") }
            #expect(names == ["backup.db"])

            let copy = try await SQLiteStore.open(path: backup)
            #expect(try await copy.attestedKey(digest(1))?.counter == 4_294_967_295)
            #expect(try await !copy.consume(digest(7), expiresAt: 2000))
            #expect(try await copy.consume(digest(8), expiresAt: 2000))
            await copy.close()
            await store.close()
        }
    }

    @Test("is of one moment, and holds up nobody who writes") func oneMoment() async throws {
        try await withSQLiteStore { store, path in
            // Enough pages for several steps, after each of which somebody writes.
            try RawDatabase(path).run(
                """
                INSERT INTO write_probes WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
                SELECT zeroblob(4000) FROM n
                """)
            let writer = Writer(try RawDatabase(path))
            let backup = path + ".backup"
            let tables = try await make(of: path, at: backup) { progress in
                if progress.step == .copying { writer.write() }
            }
            #expect(writer.count.withLock { $0 } > 3)
            #expect(tables.first { $0.table == "consumed_tokens" }?.rows == 0)
            #expect(try RawDatabase(backup).number("SELECT count(*) FROM consumed_tokens") == 0)
            #expect(
                try RawDatabase(path).number("SELECT count(*) FROM consumed_tokens") == writer.count.withLock { $0 })
        }
    }

    @Test("is refused of what is damaged or another program's") func badSources() async throws {
        try await TemporaryFolder.with { folder in
            let other = folder.file("other.db")
            try RawDatabase(other).run("CREATE TABLE letters (body TEXT)")
            await #expect(throws: StoreError.unreadable("\(other): it is the database of another program")) {
                try await make(of: other, at: folder.file("1"))
            }
            let path = folder.file("assay.db")
            let store = try await SQLiteStore.open(path: path)
            try await store.fill()
            await store.close()
            try Damage.overwritePages(of: path)
            await #expect(
                throws: StoreError.unreadable("\(path): the database is damaged; restore a backup")
            ) { try await make(of: path, at: folder.file("2")) }
        }
    }

    @Test("loses the key of its challenges when it is restored, and nothing else") func challenges() async throws {
        try await TemporaryFolder.with { folder in
            let (path, backup, draft) = (folder.file("assay.db"), folder.file("backup.db"), folder.file("draft"))
            let store = try await SQLiteStore.open(path: path)
            try await store.fill()
            _ = try await make(of: path, at: backup)
            await store.close()
            try Data().write(to: URL(filePath: draft))
            let contents = try await SQLiteRestore.prepare(backup, at: draft) { _ in }
            #expect(contents.droppedChallengeKeys == 1)
            #expect(contents.serverKeys.map(\.kind) == [.tokenSigning, .artifactSealing])
            let restored = try await SQLiteStore.open(path: draft)
            #expect(try await restored.keys(.challenge) == [])
            #expect(try await restored.keys(.tokenSigning) == [signingKey("k")])
            await restored.close()
            #expect(try RawDatabase(backup).number("SELECT count(*) FROM server_keys") == 3)
        }
    }

    @Test(
        "is refused when it is put back and is no good",
        arguments: [
            ("INSERT INTO schema_migrations (number, name) VALUES (6, 'of tomorrow')", "it has schema 6 and "),
            ("DROP TABLE schema_migrations", "it is the database of another program"),
            ("damage", "the database is damaged; restore a backup"),
            ("truncate", "the database is damaged; restore a backup"), ("text", "the file is not an SQLite database"),
        ])
    func badBackups(_ fault: String, _ reason: String) async throws {
        try await TemporaryFolder.with { folder in
            let (backup, draft) = (folder.file("backup.db"), folder.file("draft"))
            let store = try await SQLiteStore.open(path: backup)
            try await store.fill()
            await store.close()
            switch fault {
            case "damage": try Damage.overwritePages(of: backup)
            case "truncate": #expect(truncate(backup, 65_536) == 0)
            case "text":
                try Data(String(repeating: "Dear diary, ", count: 1000).utf8).write(to: URL(filePath: backup))
            case let sql: try RawDatabase(backup).run(sql)
            }
            try Data().write(to: URL(filePath: draft))
            do throws(StoreError) {
                _ = try await SQLiteRestore.prepare(backup, at: draft) { _ in }
                Issue.record("it was taken")
            } catch {
                guard case .unreadable(let detail) = error else { throw error }
                #expect(detail.hasPrefix("\(backup): \(reason)"))
            }
        }
    }

    @discardableResult private func make(
        of path: String, at backup: String, progress: @escaping @Sendable (WorkProgress) -> Void = { _ in }
    ) async throws(StoreError) -> [TableCount] {
        _ = FileManager.default.createFile(atPath: backup, contents: nil)
        return try await SQLiteBackup.make(of: path, at: backup, progress: progress)
    }
}

/// Writes by a connection of another's, from whichever thread.
private final class Writer: Sendable {
    let count = Mutex(0)
    private let database: Mutex<RawDatabase>

    init(_ database: sending RawDatabase) { self.database = Mutex(database) }

    func write() {
        let written: Void? = database.withLock {
            try? $0.run("INSERT INTO consumed_tokens VALUES (randomblob(32), 2000)")
        }
        if written != nil { count.withLock { $0 += 1 } }
    }
}

@Suite("The folder of an SQLite store") struct FolderLockTests {
    @Test("cannot be locked for another database while a store is open, and no store opens while it is")
    func exclusion() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.file("assay.db")
            let stores = [try await SQLiteStore.open(path: path), try await SQLiteStore.open(path: path)]
            let inUse = StoreError.unavailable("\(path): a server or another command uses it; stop it first")
            #expect(throws: inUse) { try FolderLock.toReplace(path) }
            await stores[0].close()
            #expect(throws: inUse) { try FolderLock.toReplace(path) }
            await stores[1].close()
            let lock = try FolderLock.toReplace(path)
            await #expect(throws: StoreError.unavailable("\(path): a backup is just being put in its place")) {
                try await SQLiteStore.open(path: path)
            }
            lock.release()
            await (try SQLiteStore.open(path: path)).close()
        }
    }

    @Test("does not hide who uses a database without a lock, as versions before did") func older() async throws {
        try await withSQLiteStore { store, path in
            await store.close()
            let other = try RawDatabase(path)
            #expect(try other.number("SELECT count(*) FROM projects") == 0)
            await #expect(
                throws: StoreError.unavailable("\(path): a server or another command uses it; stop it first")
            ) { try await SQLiteRestore.settle(path) }
        }
    }
}
