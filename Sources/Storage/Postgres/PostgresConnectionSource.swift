import AppCheck

/// What is needed to make connections.
struct PostgresConnectionSource: Sendable {
    let target: PostgresTarget
    /// Milliseconds for each statement.
    let deadline: Int32
    let health: PostgresHealth
    /// From 0 to 255, by chance.
    let chance: @Sendable () -> UInt8
    private var isForPipelines = false

    init(
        target: PostgresTarget, deadline: Int32, health: PostgresHealth, chance: @escaping @Sendable () -> UInt8
    ) {
        (self.target, self.deadline, self.health, self.chance) = (target, deadline, health, chance)
    }

    /// The same for connections on which only pipelines are run.
    var forPipelines: PostgresConnectionSource {
        var source = self
        source.isForPipelines = true
        return source
    }

    /// - Throws: ``StoreError/unavailable(_:)`` when there is no server that takes writes.
    func connect(instead lost: PostgresConnection? = nil) throws(StoreError) -> PostgresConnection {
        let connection = try PostgresConnection(target, deadline: deadline)
        do throws(StoreError) {
            if let lost, let silence = lost.silence, connection.isServerBusy(with: lost) { throw silence }
            _ = try PostgresServer(connection)
            if isForPipelines { try connection.enterPipeline() }
        } catch {
            connection.close()
            throw error
        }
        return connection
    }
}
