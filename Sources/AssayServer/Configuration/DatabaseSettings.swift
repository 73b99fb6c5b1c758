internal import Storage

/// Where everything is kept, as settings say it. Descriptions leave out how PostgreSQL is reached: that may hold a
/// password.
package struct DatabaseSettings: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// Of libpq; empty for the file in the data directory.
    private let connectionString: String
    package let connections: Int64
    /// Seconds.
    package let deadline: Int64

    package var isPostgres: Bool { !connectionString.isEmpty }

    init(reading reader: inout SettingsReader) {
        connectionString = reader.connectionString(.database)
        connections = reader.number(.databaseConnections, 2...200)
        deadline = reader.duration(.databaseDeadline, 1...60)
    }

    static let expectation =
        "nothing, or how libpq reaches PostgreSQL: postgresql://HOST/DATABASE or host=HOST dbname=DATABASE (not shown here)"

    /// Whether libpq would take the text for more than the name of a database, which is most likely a mistake.
    static func isConnectionString(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), text.utf8.count <= 4_096 else { return false }
        return ["postgresql://", "postgres://"].contains(where: text.hasPrefix) || text.dropFirst().contains("=")
    }

    /// Nil for the file in the data directory.
    var postgres: PostgresSettings? {
        guard isPostgres else { return nil }
        var settings = PostgresSettings(connectionString: connectionString)
        settings.connections = Int(connections)
        settings.deadline = Int32(deadline * 1_000)
        return settings
    }

    package var description: String { isPostgres ? "PostgreSQL" : "a file" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
