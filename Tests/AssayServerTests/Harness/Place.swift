import AppCheck
import AssayServer
import Cryptography
import Foundation
import Storage
import Testing
import TestSupport

/// A kind of database that servers are tested on.
enum TestStore: String, CaseIterable, CustomTestStringConvertible {
    case sqlite
    case postgres

    /// The one for tests that do not name theirs: `ASSAY_TEST_STORE`, or SQLite.
    static let current = ProcessInfo.processInfo.environment["ASSAY_TEST_STORE"].flatMap(Self.init) ?? .sqlite

    /// Those that there are on this machine.
    static let all = allCases.filter { $0 == .sqlite || TestPostgres.isThere }

    var testDescription: String {
        switch self {
        case .sqlite: "SQLite"
        case .postgres: "PostgreSQL"
        }
    }

    /// Gives `body` an empty place, which is gone afterwards.
    /// - Parameter path: where its file is to be if it is one.
    func with<Result>(file path: String, _ body: (Place) async throws -> Result) async throws -> Result {
        switch self {
        case .sqlite: try await body(.file(path))
        case .postgres: try await TestDatabase.with { try await body(.postgres($0.connectionString)) }
        }
    }
}

/// Where servers keep what they know.
enum Place: Sendable {
    /// The path of SQLite's file.
    case file(String)
    /// How PostgreSQL is reached.
    case postgres(String)

    /// The path of SQLite's file; nil where there is none.
    var filePath: String? {
        if case .file(let path) = self { path } else { nil }
    }

    /// A store on it, as another process has one.
    func open() async throws -> any Store {
        let surroundings = Surroundings(now: { Date(timeIntervalSince1970: 0) }) { count throws(CryptographyError) in
            try SecureRandom.bytes(count)
        }
        return try await location(connections: 2).open(surroundings: surroundings) { _ in }
    }

    /// What a server is told of it.
    /// - Parameters:
    ///   - patience: milliseconds that it waits for another that holds what it wants to write.
    ///   - connections: that it has to PostgreSQL.
    func location(patience: Int32 = 5_000, connections: Int = 6) -> StoreLocation {
        switch self {
        case .file(let path): return .file(path: path)
        case .postgres(let connectionString):
            var settings = PostgresSettings(connectionString: connectionString)
            // Over a network nothing is done in a moment.
            settings.deadline = max(patience, 400)
            settings.connections = connections
            return .postgres(settings)
        }
    }

    /// Its tables without a store.
    func raw() throws -> any RawSession {
        switch self {
        case .file(let path): try RawDatabase(path)
        case .postgres(let connectionString): try RawPostgres(connectionString)
        }
    }

    func withStore<Result>(_ body: (any Store) async throws -> Result) async throws -> Result {
        let store = try await open()
        do {
            let result = try await body(store)
            await store.close()
            return result
        } catch {
            await store.close()
            throw error
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs on SQLite's turn only.
    /// - Parameter reason: why the same on PostgreSQL would say nothing more, or is not possible.
    static func onSQLite(_ reason: Comment) -> Self { .enabled(if: TestStore.current == .sqlite, reason) }

    /// Needs the PostgreSQL that the tests have, and names it itself: on SQLite's turn, in which all tests run.
    static var besidePostgres: Self {
        .enabled(
            if: TestPostgres.isThere && TestStore.current == .sqlite,
            TestPostgres.isThere ? "names its database itself" : "\(TestPostgres.absence)")
    }
}
