import AppAttestSimulator
import AppCheck
import AssayServer
import Storage
import Synchronization
import Testing
import TestSupport

@Suite("Sweeping", .onSQLite("fills SQLite's tables in its own words")) struct SweepTests {
    /// Rows that have ended, made in one statement.
    private static func fill(_ site: Site, _ table: String, _ columns: String, _ values: String, _ count: Int) throws {
        try RawDatabase(site.databasePath).run(
            """
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count))
            INSERT INTO \(table) (\(columns)) SELECT \(values) FROM numbers
            """)
    }

    private static func left(_ site: Site, in table: String) throws -> Int {
        try RawDatabase(site.databasePath).number("SELECT count(*) FROM \(table)")
    }

    private static let id = "CAST(printf('%032d', n) AS BLOB)"

    @Test("takes small batches, each kind in its turn, and lets others in between them") func batches() async throws {
        try await Site.with { site async throws in
            try Self.fill(site, "consumed_tokens", "id, expires_at", "\(Self.id), 100", 2_400)
            try Self.fill(
                site, "redemptions", "challenge_id, expires_at, request_digest", "\(Self.id), 100, zeroblob(32)", 1_100)
            let seen = Mutex<[Int]>([])
            let sweep = Sweep(site.store) { _ in
                // What an exchange does: it waits for one batch, never for the sweep.
                let number = seen.withLock { $0.count }
                _ = try await site.store.consume([UInt8](repeating: UInt8(number), count: 32), expiresAt: .max)
                let left = try Self.left(site, in: "consumed_tokens") + Self.left(site, in: "redemptions")
                seen.withLock { $0.append(left - number - 1) }
            }
            #expect(try await !sweep.round(endedBefore: 101, countsBefore: 0))
            // Of 3500 rows each pause finds 500 fewer; the last batches were not full, and no pause followed them.
            #expect(seen.withLock { $0 } == [3_000, 2_500, 2_000, 1_500, 900, 400])
            #expect(try Self.left(site, in: "redemptions") == 0)
            #expect(try Self.left(site, in: "consumed_tokens") == 6)
        }
    }

    @Test("ends a round at its bound and says that there is more") func bound() async throws {
        try await Site.with { site async throws in
            try Self.fill(site, "consumed_tokens", "id, expires_at", "\(Self.id), 100", 100)
            var pace = Sweep.Pace()
            (pace.batch, pace.batchesPerRound) = (10, 6)
            let sweep = Sweep(site.store, pace: pace) { _ in }
            // Two batches of the six went to the kinds that have nothing.
            #expect(try await sweep.round(endedBefore: 101, countsBefore: 0))
            #expect(try Self.left(site, in: "consumed_tokens") == 60)
            #expect(try await sweep.round(endedBefore: 100, countsBefore: 0) == false)
            #expect(try Self.left(site, in: "consumed_tokens") == 60)
        }
    }

    @Test("rests for as long as a batch takes, and stops at once when it is told to") func stops() async throws {
        try await Site.with { site async throws in
            try Self.fill(site, "consumed_tokens", "id, expires_at", "\(Self.id), 100", 1_500)
            let pauses = Mutex<[Duration]>([])
            let sweep = Sweep(site.store) { pause in
                pauses.withLock { $0.append(pause) }
                throw CancellationError()
            }
            await #expect(throws: CancellationError.self) {
                try await sweep.round(endedBefore: 101, countsBefore: 0)
            }
            #expect(pauses.withLock { $0.count } == 1)
            #expect(pauses.withLock { $0.allSatisfy { $0 >= .milliseconds(20) } })
            #expect(try Self.left(site, in: "consumed_tokens") == 1_000)
        }
    }

    @Test("of many rows by a running server goes on beside its exchanges", .timeLimit(.minutes(1)))
    func besideExchanges() async throws {
        try await Site.with { site async throws in
            try Self.fill(
                site, "redemptions", "challenge_id, expires_at, request_digest", "\(Self.id), 100, zeroblob(32)",
                20_000)
            var parts = AssayServer.Parts(directoryLifetime: 0)
            parts.pauses.sweeping = .milliseconds(2)
            (parts.pauses.sweep.rest, parts.pauses.sweep.batchesPerRound) = (.milliseconds(1), 10)
            try await site.serve(parts: parts) { live async throws in
                let device = try site.device()
                let artifact = try await live.phone.register(device).artifactBytes
                var counter: UInt32 = 0
                repeat {
                    counter += 1
                    #expect(try await live.phone.assert(device, artifact: artifact, counter: counter).status == 200)
                } while try Self.left(site, in: "redemptions WHERE expires_at = 100") > 0
                // Those of this day are not forgotten: one for the attestation and one for each assertion.
                #expect(try Self.left(site, in: "redemptions") == Int(counter) + 1)
            }
        }
    }
}
