package import AppCheck

/// The store over PostgreSQL, which any number of servers share.
///
/// Whatever it acknowledged is durable there. What was under way when a connection broke is told as unavailable, though it
/// may have been done.
package final class PostgresStore: SessionStore {
    package typealias Session = PostgresConnection

    private let groups: PostgresGroups
    private let transactions: PostgresTransactions
    private let source: PostgresConnectionSource
    private let surroundings: Surroundings

    /// Connects once, brings the schema up to date, and goes on with a pool of connections.
    /// - Parameters:
    ///   - importing: whether it is opened for an import. Nobody else may have it while one is not finished.
    ///   - events: told of what befalls the store later; must return at once.
    /// - Throws: ``StoreError/unavailable(_:)`` when the database cannot be reached or is busy, which is worth another
    ///   try, and ``StoreError/unreadable(_:)`` when it is read-only, belongs to another program or has a schema that is
    ///   too new.
    package static func open(
        _ settings: PostgresSettings, surroundings: Surroundings, importing: Bool = false,
        events: @escaping @Sendable (StoreEvent) -> Void = { _ in }
    ) async throws(StoreError) -> PostgresStore {
        let target = try PostgresTarget(settings.connectionString)
        return try await WorkerThread.value { () throws(StoreError) in
            try prepare(target, settings, importing, events)
            return try PostgresStore(target, settings, surroundings, events)
        }
    }

    /// Looks whether the database will do, and migrates.
    private static func prepare(
        _ target: PostgresTarget, _ settings: PostgresSettings, _ importing: Bool,
        _ events: @Sendable (StoreEvent) -> Void
    ) throws(StoreError) {
        let connection = try PostgresConnection(target, deadline: settings.deadline)
        defer { connection.close() }
        do throws(StoreError) {
            for warning in try PostgresServer(connection).warnings { events(.warning(warning)) }
        } catch PostgresServer.readOnly where !target.hasSeveralHosts {
            // One of several may become the primary; of one alone it is a mistake.
            throw .unreadable("\(PostgresServer.readOnly.reason); connect to the primary")
        }
        try PostgresSchema.bring(connection, to: Migration.all, events)
        if !importing { try ImportLedger.requireNoneUnfinished(on: connection) }
    }

    private init(
        _ target: PostgresTarget, _ settings: PostgresSettings, _ surroundings: Surroundings,
        _ events: @escaping @Sendable (StoreEvent) -> Void
    ) throws(StoreError) {
        self.surroundings = surroundings
        source = PostgresConnectionSource(
            target: target, deadline: settings.deadline, health: PostgresHealth(events: events),
            chance: { ((try? surroundings.randomBytes(1)) ?? []).first ?? 128 })
        let forGroups = max(1, settings.connections / 3)
        groups = try PostgresGroups(forGroups, source.forPipelines)
        transactions = try PostgresTransactions(max(1, settings.connections - forGroups), source)
    }

    package func write<Value: Sendable>(
        _ isolation: Isolation, _ body: @escaping @Sendable (PostgresConnection) throws(StoreError) -> Decision<Value>
    ) async throws(StoreError) -> Value {
        try await transactions.write(isolation, body)
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await transactions.run(body)
    }

    /// Runs `body`, which may read as much and for as long as it likes, on a connection of its own over one state of the
    /// database.
    package func snapshot<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let (target, deadline) = (source.target, source.deadline)
        return try await WorkerThread.value { () throws(StoreError) in
            let connection = try PostgresConnection(target, deadline: deadline)
            defer { connection.close() }
            return try connection.snapshot(body)
        }
    }

    package func close() async {
        source.health.close()
        await groups.close()
        await transactions.close()
    }

    // MARK: What exchanges wait for

    package func register(
        _ key: AttestedKey, with receipt: ReceiptRecord, redeeming challenge: ChallengeRedemption
    ) async throws(StoreError) -> RegistrationOutcome {
        let attempt = try attempt()
        let counts = try await groups.run(
            .registration(of: key, with: receipt, redeeming: challenge, by: attempt))
        if counts[1] == 1 { return .registered }
        if counts[0] == 1 { return .keyAlreadyRegistered }
        return try await read { session throws(StoreError) in
            try Exchange.outcome(ofRepeating: key, redeeming: challenge, on: session)
        }
    }

    package func advance(
        _ key: AttestedKey, to counter: UInt32, redeeming challenge: ChallengeRedemption, at moment: Int64
    ) async throws(StoreError) -> AdvanceOutcome {
        let attempt = try attempt()
        let counts = try await groups.run(
            .advance(of: key, to: counter, redeeming: challenge, at: moment, by: attempt))
        if counts[1] + counts[2] == 1 { return .advanced }
        if counts[0] == 0 { return .challengeUsed }
        return try await read { session throws(StoreError) in
            try Exchange.refusal(of: key, to: counter, on: session)
        }
    }

    package func consume(_ id: [UInt8], expiresAt: Int64) async throws(StoreError) -> Bool {
        try await groups.run(.consumption(of: id, expiresAt: expiresAt))[0] == 1
    }

    private func attempt() throws(StoreError) -> [UInt8] {
        do { return try surroundings.randomBytes(16) } catch { throw .unavailable("no random bytes can be had") }
    }
}
