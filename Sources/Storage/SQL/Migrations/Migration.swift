import AppCheck

/// One step from an older schema to the next. Steps are numbered from 1, only go forward, and never change once released.
struct Migration: Sendable {
    let number: Int64
    let name: String
    /// Statements in the words of ``Dialect``.
    let statements: [String]

    static let all: [Migration] = [.initialSchema, .managedResources, .receiptsAndPolicies]
}

/// The few words of a schema in which the databases differ.
struct Dialect: Sendable {
    /// What stands for `{bytes}`: the type of octet strings.
    let bytes: String
    /// What stands for `{text}`: the type of texts that are put in order, compared byte by byte.
    let text: String
    /// What stands for `{keyed}`: how a table is told to be laid out by its primary key, if it can be.
    let keyed: String

    func words(_ statement: String) -> String {
        statement.replacing("{bytes}", with: bytes).replacing("{text}", with: text)
            .replacing("{keyed}", with: keyed)
    }
}

extension Migration {
    /// Brings the schema up to date within the caller's transaction, which must keep others from doing so meanwhile.
    /// - Throws: ``StoreError/unreadable(_:)`` when the schema is newer than `migrations`.
    static func apply(
        _ migrations: [Migration] = all, in dialect: Dialect, on session: some SQLSession
    ) throws(StoreError) {
        _ = try session.execute(createLedger, [])
        let applied = try appliedNumbers(on: session)
        let known = migrations.map(\.number)
        guard applied.count <= known.count, applied == Array(known.prefix(applied.count)) else {
            throw .unreadable(
                """
                it has schema \(applied.last ?? 0) and this version of Assay knows schemas up to \(known.last ?? 0); \
                start the version that wrote it or a newer one, or restore a backup from before the upgrade
                """)
        }
        for migration in migrations.dropFirst(applied.count) {
            for statement in migration.statements { _ = try session.execute(dialect.words(statement), []) }
            _ = try session.execute(record, [.integer(migration.number), .text(migration.name)])
        }
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
