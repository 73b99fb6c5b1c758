import AppCheck
import Cryptography
import Foundation
import Storage
import Synchronization
import Testing
import TestSupport

/// For the marks of attempts, which must not repeat.
let surroundings = Surroundings(now: { Date(timeIntervalSince1970: 0) }) {
    count throws(CryptographyError) in try SecureRandom.bytes(count)
}

/// What a store told besides its answers.
final class Told: Sendable {
    private let list = Mutex<[StoreEvent]>([])

    var events: [StoreEvent] { list.withLock { $0 } }

    func append(_ event: StoreEvent) { list.withLock { $0.append(event) } }
}

extension PostgresStore {
    static func open(
        _ connectionString: String, deadline milliseconds: Int32 = 5_000, connections: Int = 6,
        telling told: Told = Told()
    ) async throws -> PostgresStore {
        var settings = PostgresSettings(connectionString: connectionString)
        (settings.deadline, settings.connections) = (milliseconds, connections)
        return try await open(settings, surroundings: surroundings, events: told.append)
    }

    /// Closes the store however `body` ends.
    func using(_ body: (PostgresStore) async throws -> Void) async throws {
        do { try await body(self) } catch {
            await close()
            throw error
        }
        await close()
    }
}

/// Gives `body` an empty PostgreSQL store, and the place that it is in.
func withPostgresStore(
    deadline milliseconds: Int32 = 5_000, connections: Int = 6,
    _ body: (PostgresStore, TestDatabase) async throws -> Void
) async throws {
    try await TestDatabase.with { database in
        let store = try await PostgresStore.open(
            database.connectionString, deadline: milliseconds, connections: connections)
        try await store.using { try await body($0, database) }
    }
}

/// What is said of a store that failed.
func unavailability(_ body: () async throws -> Void) async throws -> String? {
    do { try await body() } catch let error as StoreError {
        guard case .unavailable(let detail) = error else { throw error }
        return detail
    }
    return nil
}

/// Tries until it succeeds, and fails after half a minute: some of what is waited for PostgreSQL does every ten seconds.
func eventually(_ body: () async throws -> Bool) async throws {
    let start = ContinuousClock.now
    while try await !body() {
        try #require(ContinuousClock.now - start < .seconds(30))
        try await Task.sleep(for: .milliseconds(20))
    }
}
