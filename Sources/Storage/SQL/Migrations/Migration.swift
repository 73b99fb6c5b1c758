import AppCheck

/// One step from an older schema to the next. Steps are numbered from 1, only go forward, and never change once released.
struct Migration: Sendable {
    let number: Int64
    let name: String
    /// The number of the oldest schema whose servers may stay and come back while this one is in place: those of the
    /// release before, which would otherwise be down while the servers are upgraded one after the other.
    let oldestServer: Int64
    /// Statements in the words of ``Dialect``.
    let statements: [String]
    /// Those that follow where tables can be laid out by their primary key.
    let keyed: [String]
    /// Those that follow where they cannot.
    let unkeyed: [String]

    init(
        number: Int64, name: String, oldestServer: Int64, statements: [String], keyed: [String] = [],
        unkeyed: [String] = []
    ) {
        (self.number, self.name, self.oldestServer) = (number, name, oldestServer)
        (self.statements, self.keyed, self.unkeyed) = (statements, keyed, unkeyed)
    }

    static let all: [Migration] = [
        .initialSchema, .managedResources, .receiptsAndPolicies, .severalServers, .fewerPages,
    ]
}

/// The few words of a schema in which the databases differ.
struct Dialect: Sendable {
    /// What stands for `{bytes}`: the type of octet strings.
    let bytes: String
    /// What stands for `{text}`: the type of texts that are put in order, compared byte by byte.
    let text: String
    /// What stands for `{keyed}`: how a table is told to be laid out by its primary key, if it can be.
    let keyed: String

    func statements(of migration: Migration) -> [String] {
        (migration.statements + (keyed.isEmpty ? migration.unkeyed : migration.keyed)).map(words)
    }

    private func words(_ statement: String) -> String {
        statement.replacing("{bytes}", with: bytes).replacing("{text}", with: text)
            .replacing("{keyed}", with: keyed)
    }
}

/// How a schema stands to the migrations that this version knows.
enum SchemaState: Equatable {
    /// The number of the schema and of the one that it is to become.
    case older(Int64, than: Int64)
    case current
    /// A newer version has migrated, and servers of this one may go on.
    case newerButServed(Int64)
}

extension Migration {
    /// Brings the schema up to date within the caller's transaction, which must keep others from doing so meanwhile.
    /// - Returns: how the schema stood before.
    /// - Throws: ``StoreError/unreadable(_:)`` when the schema is too new for `migrations`.
    @discardableResult static func apply(
        _ migrations: [Migration] = all, in dialect: Dialect, on session: some SQLSession
    ) throws(StoreError) -> SchemaState {
        _ = try session.execute(createLedger, [])
        let state = try state(migrations, on: session)
        guard case .older(let number, _) = state else { return state }
        for migration in migrations where migration.number > number {
            for statement in dialect.statements(of: migration) { _ = try session.execute(statement, []) }
            _ = try session.execute(record, [.integer(migration.number), .text(migration.name)])
            guard migration.number >= severalServers.number else { continue }
            _ = try session.execute(
                "UPDATE schema_migrations SET oldest_server = $1 WHERE number = $2",
                [.integer(migration.oldestServer), .integer(migration.number)])
        }
        return state
    }

    /// - Throws: ``StoreError/unreadable(_:)`` when the schema is too new for `migrations`.
    static func state(
        _ migrations: [Migration] = all, on session: some SQLSession
    ) throws(StoreError) -> SchemaState {
        let (applied, known) = (try appliedNumbers(on: session), migrations.map(\.number))
        let (last, newest) = (applied.last ?? 0, known.last ?? 0)
        let isBeginning = applied.count <= known.count && applied == Array(known.prefix(applied.count))
        if isBeginning { return applied.count == known.count ? .current : .older(last, than: newest) }
        if Array(applied.prefix(known.count)) == known, newest >= severalServers.number {
            let rows = try session.query(
                "SELECT max(oldest_server) FROM schema_migrations WHERE number > $1", [.integer(newest)])
            var row = SQLRow(rows.first ?? [], of: "the list of schema migrations")
            if try row.integer(Int64.self) <= newest { return .newerButServed(last) }
        }
        throw .unreadable(
            """
            it has schema \(last) and this version of Assay knows schemas up to \(newest); start the version that wrote \
            it or a newer one, or restore a backup from before the upgrade
            """)
    }

    private static func appliedNumbers(on session: some SQLSession) throws(StoreError) -> [Int64] {
        var numbers: [Int64] = []
        for values in try session.query("SELECT number FROM schema_migrations ORDER BY number", []) {
            var row = SQLRow(values, of: "the list of schema migrations")
            numbers.append(try row.integer())
        }
        return numbers
    }

    private static let createLedger = """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            number BIGINT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL
        )
        """
    private static let record = "INSERT INTO schema_migrations (number, name) VALUES ($1, $2)"
}
