import AppCheck
import Storage
import Testing
import TestSupport

/// A kind of store that must keep the promises of the ports.
struct Backend: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Gives `body` an empty place and a way to open a store on it, which may be used more than once, and clears up.
    let with: @Sendable (_ body: (_ open: () async throws -> OpenStore) async throws -> Void) async throws -> Void

    static let all: [Backend] = [.sqlite]

    static let sqlite = Backend(testDescription: "SQLite") { body in
        try await TemporaryFolder.with { folder in
            try await body {
                let store = try await SQLiteStore.open(path: folder.file("assay.db"))
                return OpenStore(store: store, close: { await store.close() })
            }
        }
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
    let close: @Sendable () async -> Void
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
