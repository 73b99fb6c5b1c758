import AppCheck
import Storage
import Synchronization
import Testing
import TestSupport

/// What a rolling upgrade does to those that are not upgraded yet: a newer version has migrated.
@Suite("An SQLite store with a newer schema") struct NewerSchemaTests {
    /// The schema of this version.
    private static let known = 5

    /// A file that the next version has migrated.
    /// - Parameter oldest: the number of the oldest schema whose servers may stay; nil if it does not say.
    private func withNewerFile(oldestServer oldest: Int?, _ body: (_ path: String) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.file("assay.db")
            let store = try await SQLiteStore.open(path: path)
            try await store.add(shop())
            await store.close()
            let (column, value) = oldest.map { (", oldest_server", ", \($0)") } ?? ("", "")
            try RawDatabase(path).run(
                """
                ALTER TABLE apps ADD COLUMN of_the_next_version TEXT NOT NULL DEFAULT 'new';
                INSERT INTO schema_migrations (number, name\(column)) VALUES (\(Self.known + 1), 'next'\(value));
                """)
            try await body(path)
        }
    }

    private func open(_ path: String) async throws -> (SQLiteStore, [StoreEvent]) {
        let events = Mutex<[StoreEvent]>([])
        let store = try await SQLiteStore.open(path: path) { event in events.withLock { $0.append(event) } }
        return (store, events.withLock { $0 })
    }

    @Test("that lets servers of this version stay is served, with a warning") func served() async throws {
        try await withNewerFile(oldestServer: Self.known) { path in
            let (store, events) = try await open(path)
            #expect(events == [.schemaIsNewer(6)])
            #expect(try await store.projects() == [shop()])
            #expect(try await store.register(specimenKey(), redeeming: redemption(1)) == .registered)
            let app = try RegisteredApp(
                project: shop(), appID: "1:1234567890:ios:aa", teamID: "ABCDE12345", bundleIDs: ["com.example.app"])
            try await store.add(app)
            #expect(try await store.app(app.appID, in: shop()) == app)
            await store.close()
            // And left as it is.
            #expect(try RawDatabase(path).number("SELECT max(number) FROM schema_migrations") == 6)
        }
    }

    @Test("is refused with what to do where that does not let them, or does not say", arguments: [6, nil])
    func refused(_ oldest: Int?) async throws {
        try await withNewerFile(oldestServer: oldest) { path in
            let error = await #expect(throws: StoreError.self) { try await SQLiteStore.open(path: path) }
            #expect(
                error
                    == .unreadable(
                        "\(path): it has schema 6 and this version of Assay knows schemas up to 5; start the version "
                            + "that wrote it or a newer one, or restore a backup from before the upgrade"))
        }
    }

    @Test("of two versions ahead is served only if both let it", arguments: [(5, true), (6, false)])
    func twoAhead(_ oldest: Int, _ isServed: Bool) async throws {
        try await withNewerFile(oldestServer: 5) { path in
            try RawDatabase(path).run(
                "INSERT INTO schema_migrations (number, name, oldest_server) VALUES (7, 'after next', \(oldest))")
            let store = try? await SQLiteStore.open(path: path)
            #expect((store != nil) == isServed)
            await store?.close()
        }
    }

    @Test("of this version is served without a word") func current() async throws {
        try await TemporaryFolder.with { folder in
            for _ in 1...2 {
                let (store, events) = try await open(folder.file("assay.db"))
                #expect(events.isEmpty)
                await store.close()
            }
        }
    }
}
