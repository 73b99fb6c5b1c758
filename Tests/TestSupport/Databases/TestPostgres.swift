import Foundation

/// The PostgreSQL that the tests have.
package enum TestPostgres {
    /// Where `scripts/with-postgres` says it is.
    package static let variable = "ASSAY_TEST_POSTGRES"

    /// Its connection string; nil when there is none.
    package static let connectionString: String? = ProcessInfo.processInfo.environment[variable]

    package static var isThere: Bool { connectionString != nil }

    /// Why a test is left out without it.
    package static let absence = "there is no PostgreSQL: run the tests by scripts/with-postgres"
}

/// An empty place in PostgreSQL that is gone after the test: a schema of its own, which costs less than a database and
/// looks like one to whoever connects by ``connectionString``.
package struct TestDatabase: Sendable {
    package let connectionString: String
    /// Of the schema; connections by ``connectionString`` are known to the server by it too.
    package let name: String
    private let server: String

    package static func with<Result>(_ body: (TestDatabase) async throws -> Result) async throws -> Result {
        guard let server = TestPostgres.connectionString else { throw RawPostgresAbsent() }
        let database = TestDatabase(in: server)
        try await database.administer("CREATE SCHEMA \(database.name)")
        let result: Result
        do { result = try await body(database) } catch {
            try await database.drop()
            throw error
        }
        try await database.drop()
        return result
    }

    private init(in server: String) {
        self.server = server
        name = "assay_" + UUID().uuidString.lowercased().replacing("-", with: "")
        let isURI = server.hasPrefix("postgresql://") || server.hasPrefix("postgres://")
        connectionString =
            isURI
            ? server + (server.contains("?") ? "&" : "?")
                + "options=-csearch_path%3D\(name)&application_name=\(name)"
            : server + " options='-csearch_path=\(name)' application_name=\(name)"
    }

    /// A connection beside those of the store.
    package func raw() throws -> RawPostgres { try RawPostgres(connectionString) }

    /// Ends the connections that others have to this place.
    package func cutConnections() async throws {
        try await administer(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = '\(name)'")
    }

    /// Whoever still holds a lock, such as a process that was killed, must not keep the test from ending.
    private func drop() async throws {
        try await cutConnections()
        try await administer("SET client_min_messages = warning; DROP SCHEMA \(name) CASCADE")
    }

    private func administer(_ sql: String) async throws {
        let server = server
        try await offPool { try RawPostgres(server).run(sql) }
    }
}

private struct RawPostgresAbsent: Error, CustomStringConvertible {
    var description: String { TestPostgres.absence }
}
