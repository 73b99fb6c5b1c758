import AppCheck
import Cryptography
import Foundation
import Storage
import Testing
import TestSupport

/// A kind of database that stores are on.
struct Database: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Gives `body` an empty place and a way to open a store on it, which may be used more than once, and clears up.
    let with:
        @Sendable (_ body: (_ open: @escaping () async throws -> any Store) async throws -> Void) async throws -> Void

    /// Those that there are on this machine.
    static let all = TestPostgres.isThere ? [.sqlite, .postgres] : [sqlite]

    static let sqlite = Database(testDescription: "SQLite") { body in
        try await TemporaryFolder.with { folder in
            try await body { try await SQLiteStore.open(path: folder.file("assay.db")) }
        }
    }

    static let postgres = Database(testDescription: "PostgreSQL") { body in
        try await TestDatabase.with { database in
            try await body {
                let settings = PostgresSettings(connectionString: database.connectionString)
                return try await PostgresStore.open(settings, surroundings: surroundings)
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
            let store = try await open()
            do { try await body(store) } catch {
                await store.close()
                throw error
            }
            await store.close()
        }
    }
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
