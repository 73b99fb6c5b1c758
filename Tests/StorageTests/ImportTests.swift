import AppCheck
import Storage
import Testing
import TestSupport

@Suite("An import") struct ImportTests {
    @Test("goes into an empty store alone, and once") func emptiness() async throws {
        let text = try await Filled.text()
        try await withSQLiteStore { store, _ async throws in
            #expect(try await store.consume(digest(1), expiresAt: 5))
            await #expect(
                throws: TransferFault.refused(
                    "the database is not empty (consumed_tokens has rows); import into one that no server has used")
            ) { try await text.importInto(store) }
        }
        try await withSQLiteStore { store, path async throws in
            // What an export leaves out makes a store no less used.
            #expect(try await store.replaceKeys(.challenge, from: [], to: [signingKey("k", kind: .challenge)]))
            await #expect(throws: TransferFault.self) { try await text.importInto(store) }
            #expect(try RawDatabase(path).number("SELECT count(*) FROM store_imports") == 0)
        }
        try await withSQLiteStore { store, _ async throws in
            _ = try await text.importInto(store)
            await #expect(throws: TransferFault.refused("this very file was imported already")) {
                try await text.importInto(store)
            }
        }
    }

    @Test("that was broken off goes on where it was, and keeps the store from being used until then")
    func resuming() async throws {
        try await TemporaryFolder.with { folder async throws in
            let text = try await many(2_500, in: folder)
            let path = folder.file("target.db")
            var store = try await SQLiteStore.open(path: path, importing: true)
            await #expect(throws: TransferFault.file("the disk is broken")) {
                try await text.importInto(store, breakingOffAfter: text.bytes.count / 2)
            }
            await store.close()
            let done = try RawDatabase(path).number("SELECT count(*) FROM attested_keys")
            #expect(done == 1_000)
            await #expect(
                throws: StoreError.unreadable(
                    """
                    \(path): an import into it is not finished: run assay import with the same file again, or begin \
                    with an empty database
                    """)
            ) { try await SQLiteStore.open(path: path) }

            store = try await SQLiteStore.open(path: path, importing: true)
            // The same rows by another name.
            var other = text
            try other.replace("abababab", by: "abababac")
            await #expect(throws: TransferFault.refused("the import of another file is not finished")) {
                try await other.importInto(store)
            }
            #expect(try await text.importInto(store) == 1_002)
            await store.close()
            store = try await SQLiteStore.open(path: path)
            #expect(try await ExportedText(of: store).bytes == text.bytes)
            await store.close()
        }
    }

    @Test("notices when something else wrote to the store, and does not release it") func comparing() async throws {
        try await TemporaryFolder.with { folder async throws in
            let text = try await many(2_500, in: folder)
            let path = folder.file("target.db")
            let store = try await SQLiteStore.open(path: path, importing: true)
            await #expect(throws: TransferFault.file("the disk is broken")) {
                try await text.importInto(store, breakingOffAfter: text.bytes.count / 2)
            }
            try RawDatabase(path).run("UPDATE attested_keys SET counter = 8 WHERE counter = 7")
            await #expect(
                throws: TransferFault.refused(
                    """
                    table attested_keys has 2500 rows that are not the 2500 of the file: something else wrote to the \
                    database. Begin with an empty one
                    """)
            ) { try await text.importInto(store) }
            await store.close()
            await #expect(throws: StoreError.self) { try await SQLiteStore.open(path: path) }
        }
    }

    /// What a store with a project and so many keys writes; one of them has used its counter seven times.
    private func many(_ count: Int, in folder: TemporaryFolder) async throws -> ExportedText {
        let path = folder.file("source.db")
        let store = try await SQLiteStore.open(path: path)
        try await store.add(shop())
        try RawDatabase(path).run(
            """
            INSERT INTO attested_keys (key_id, public_key, project_number, app_id, counter, last_used_at,
                attested_team_id, attested_bundle_id, environment, attested_at)
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            SELECT CAST(printf('%032d', i) AS BLOB), zeroblob(65), '1234567890', 'a', iif(i = 3, 7, 0), 5, 'T', 'b',
                'production', 4 FROM n
            """)
        let text = try await ExportedText(of: store)
        await store.close()
        return text
    }
}
