import AppCheck
import Foundation
import Storage
import Testing
import TestSupport

@Suite("The SQLite store's file") struct SQLiteFileTests {
    @Test("and its log can be read by their owner alone") func modes() async throws {
        try await TemporaryFolder.with { folder in
            let store = try await SQLiteStore.open(path: folder.file("assay.db"))
            try await store.add(shop())
            for name in ["assay.db", "assay.db-wal", "assay.db-shm"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
            }
            await store.close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["assay.db"])
        }
    }

    @Test("keeps everything from one opening to the next") func persistence() async throws {
        try await TemporaryFolder.with { folder in
            let first = try await SQLiteStore.open(path: folder.file("assay.db"))
            try await first.add(shop())
            try await first.add(shopApp())
            _ = try await first.register(specimenKey(), redeeming: redemption(1))
            _ = try await first.advance(specimenKey(), to: 0xFFFF_FFFF, redeeming: redemption(2), at: 1100)
            _ = try await first.replaceKeys(.challenge, from: [], to: [signingKey("a", kind: .challenge)])
            await first.close()

            let second = try await SQLiteStore.open(path: folder.file("assay.db"))
            #expect(try await second.app("1:1234567890:ios:aa", in: shop()) == shopApp())
            #expect(try await second.attestedKey(digest(1))?.key == specimenKey())
            #expect(try await second.attestedKey(digest(1))?.counter == 0xFFFF_FFFF)
            #expect(try await second.register(specimenKey(), redeeming: redemption(1)) == .repeated)
            #expect(try await second.register(specimenKey(2), redeeming: redemption(2)) == .challengeUsed)
            #expect(try await second.keys(.challenge) == [signingKey("a", kind: .challenge)])
            await second.close()
        }
    }

    @Test("can be opened for the first time by many at once") func racingOpenings() async throws {
        try await TemporaryFolder.with { folder in
            let stores = try await atOnce(8) { _ in try await SQLiteStore.open(path: folder.file("assay.db")) }
            for (index, store) in stores.enumerated() {
                let outcome = try await store.register(specimenKey(), redeeming: redemption(1))
                #expect(outcome == (index == 0 ? .registered : .repeated))
            }
            for store in stores { await store.close() }
        }
    }

    @Test("is refused when a newer version wrote it") func newerSchema() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.file("assay.db")
            await (try SQLiteStore.open(path: path)).close()
            try RawDatabase(path).run("INSERT INTO schema_migrations (number, name) VALUES (6, 'of tomorrow')")
            await #expect(
                throws: StoreError.unreadable(
                    """
                    \(path): it has schema 6 and this version of Assay knows schemas up to 5; start the version that \
                    wrote it or a newer one, or restore a backup from before the upgrade
                    """)
            ) { try await SQLiteStore.open(path: path) }
        }
    }

    @Test("is refused when it is another program's, and left alone") func otherProgram() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.file("other.db")
            try RawDatabase(path).run("CREATE TABLE letters (body TEXT)")
            await #expect(throws: StoreError.unreadable("\(path): it is the database of another program")) {
                try await SQLiteStore.open(path: path)
            }
        }
    }

    @Test("is refused when it is no database") func noDatabase() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.file("notes.txt")
            let text = Data(String(repeating: "Dear diary, ", count: 1000).utf8)
            try text.write(to: URL(filePath: path))
            await #expect(throws: StoreError.unreadable("\(path): the file is not an SQLite database")) {
                try await SQLiteStore.open(path: path)
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == text)
        }
    }

    @Test("is not created where no file can be") func badPlaces() async throws {
        try await TemporaryFolder.with { folder in
            try Data().write(to: URL(filePath: folder.file("file")))
            let reasons = [
                folder.file("missing/assay.db"): "it cannot be created: No such file or directory",
                folder.file("file/assay.db"): "it cannot be created: Not a directory",
                "/proc/assay.db": "it cannot be created: No such file or directory",
                folder.path: "the database or its write-ahead log cannot be opened",
                "": "it cannot be created: No such file or directory",
            ]
            for (path, reason) in reasons {
                await #expect(throws: StoreError.unavailable("\(path): \(reason)")) {
                    try await SQLiteStore.open(path: path)
                }
            }
        }
    }
}
