import AppCheck
import Foundation
import MemoryStore
import Storage

/// Where the exchanges of the use case are kept.
enum UseCaseStore: String {
    /// Values in memory, which no server would be run with: what a use case costs without a database.
    case memory
    /// One file in a folder that is gone afterwards; durable.
    case sqlite
    /// A database that a URI names; as durable as it is set up to be.
    case postgres

    /// Gives `body` the open store.
    /// - Parameter processors: those that the exchanges use.
    func with(
        _ options: Options, _ surroundings: Surroundings, _ processors: Processors,
        _ body: (any StorePorts) async throws -> Void
    ) async throws {
        switch self {
        case .memory:
            try await body(MemoryStore())
        case .sqlite:
            let folder = FileManager.default.temporaryDirectory.appending(path: "assay-benchmark-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = try await SQLiteStore.open(
                path: "\(folder.path)/assay.db", isBusy: { processors.areBusy })
            try await Self.use(store, body)
        case .postgres:
            let settings = PostgresSettings(connectionString: try options.text("database"))
            try await Self.use(try await PostgresStore.open(settings, surroundings: surroundings), body)
        }
    }

    private static func use(_ store: any Store, _ body: (any StorePorts) async throws -> Void) async throws {
        do { try await body(store) } catch {
            await store.close()
            throw error
        }
        await store.close()
    }
}
