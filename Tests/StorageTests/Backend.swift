import AppCheck
import Cryptography
import Foundation
import Storage
import Testing
import TestSupport

/// A kind of store that must keep the promises of the ports.
struct Backend: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Gives `body` an empty place and a way to open a store on it, which may be used more than once, and clears up.
    let with: @Sendable (_ body: (_ open: () async throws -> OpenStore) async throws -> Void) async throws -> Void

    /// Those that there are on this machine.
    static let all = TestPostgres.isThere ? [.sqlite, .postgres] : [sqlite]

    static let sqlite = Backend(testDescription: "SQLite") { body in
        try await TemporaryFolder.with { folder in
            try await body { OpenStore(store: try await SQLiteStore.open(path: folder.file("assay.db"))) }
        }
    }

    static let postgres = Backend(testDescription: "PostgreSQL") { body in
        try await TestDatabase.with { database in
            try await body {
                let settings = PostgresSettings(connectionString: database.connectionString)
                return OpenStore(store: try await PostgresStore.open(settings, surroundings: surroundings))
            }
        }
    }

    /// For the marks of attempts, which must not repeat.
    private static let surroundings = Surroundings(now: { Date(timeIntervalSince1970: 0) }) {
        count throws(CryptographyError) in try SecureRandom.bytes(count)
    }

    /// Gives `body` an empty store.
    func withStore(_ body: (any Store) async throws -> Void) async throws {
        try await with { open in
            let opened = try await open()
            do { try await body(opened.store) } catch {
                await opened.close()
                throw error
            }
            await opened.close()
        }
    }
}

struct OpenStore: Sendable {
    let store: any Store

    func close() async { await store.close() }
}

/// Gives `body` an empty SQLite store, and the path of its file.
func withSQLiteStore(
    patience milliseconds: Int32 = 5000, _ body: (SQLiteStore, _ path: String) async throws -> Void
) async throws {
    try await TemporaryFolder.with { folder in
        let path = folder.file("assay.db")
        let store = try await SQLiteStore.open(path: path, waitingForLocks: milliseconds)
        do { try await body(store, path) } catch {
            await store.close()
            throw error
        }
        await store.close()
    }
}
