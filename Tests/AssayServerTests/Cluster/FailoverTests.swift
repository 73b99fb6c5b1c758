import Testing
import TestSupport

@Suite("Three servers whose primary is killed under load", .serialized, .besidePostgres) struct FailoverTests {
    @Test(
        "go on over the promoted replica, without a restart, and nothing that was acknowledged is lost",
        .timeLimit(.minutes(4)))
    func failover() async throws {
        try await TemporaryFolder.with { folder async throws in
            let primary = try await PostgresCluster.primary(in: folder.file("p"))
            do {
                let replica = try await primary.synchronousReplica(in: folder.file("r"))
                do { try await fail(primary, to: replica) } catch {
                    try await replica.remove()
                    throw error
                }
                try await replica.remove()
            } catch {
                try await primary.remove()
                throw error
            }
            try await primary.remove()
        }
    }

    private func fail(_ primary: PostgresCluster, to replica: PostgresCluster) async throws {
        let place = Place.postgres(try await PostgresCluster.connectionString(primary, replica))
        try await Workshop.with(over: place) { workshop async throws in
            try await Crew.with(3, workshop) { crew async throws in
                try await DeviceLoad.with(6, crew) { ledger, load async throws in
                    await ledger.grows(by: 150)
                    let before = ledger.acknowledged
                    let clock = ContinuousClock()
                    let killed = clock.now
                    try await primary.kill()
                    let gone = clock.now - killed
                    try await replica.promote()
                    let promoted = clock.now - killed
                    await ledger.grows(by: 1)
                    let first = clock.now - killed
                    for member in crew.all { while try await member.http.get("/readyz").status != 200 {} }
                    let ready = clock.now - killed
                    await ledger.grows(by: 150)
                    ledger.end()
                    try await load.checkSpent(at: crew.phone())
                    try await ledger.checkDevices(crew)
                    #expect(ledger.unanswered == 0)
                    #expect(Set(ledger.statuses.keys).isSubset(of: [200, 403, 429, 503]))
                    print(
                        """
                        failover: primary gone after \(milliseconds(gone)), replica promoted after \
                        \(milliseconds(promoted)), first grant after \(milliseconds(first)), all servers ready after \
                        \(milliseconds(ready)); \(ledger.statuses[503] ?? 0) answers of 503; \(before) things \
                        acknowledged before and \(ledger.acknowledged - before) after, none lost
                        """)
                }
            }
        }
    }

    private func milliseconds(_ duration: Duration) -> String {
        "\(duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000) ms"
    }
}
