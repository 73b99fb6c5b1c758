import AppAttestSimulator
import AppCheck
import AssayServer
import Cryptography
import Storage
import Testing
import TestSupport

@Suite(
    "A server whose database cannot be reached when it starts", .onSQLite("puts SQLite's file in the way"))
struct LateStartTests {
    private static let away = StoreError.unavailable("connection refused")

    @Test("says so to whoever asks, tries again, and serves as soon as it is there") func waits() async throws {
        try await Site.with { site async throws in
            let late = LateStore(site.databasePath, failing: Self.away)
            let server = try await site.start(parts: late.parts)
            let live = LiveServer(site: site, server: server)
            #expect(try await server.firstAttempt() == "the store is unavailable: connection refused")
            #expect(try await live.http.get("/healthz").status == 200)
            for target in ["/readyz", "/v1/jwks", "/openapi.json", "/assay/v1/projects"] {
                let response = try await live.http.get(target)
                try expectError(response, 503, "UNAVAILABLE", "NOT_READY", target)
                #expect(response.headers["retry-after"] == "5", "\(target)")
                #expect(try response.error?.message == "The server waits for its database.")
            }
            let challenge = try await live.http.post(live.phone.path("generateAppAttestChallenge"))
            try expectError(challenge, 503, "UNAVAILABLE", "NOT_READY")
            #expect(try await live.http.get("/nowhere").status == 404)
            while late.attempts < 5 { await Task.yield() }

            late.fail(with: nil)
            _ = try await server.administration()
            #expect(try await live.http.get("/readyz").status == 200)
            let artifact = try await live.phone.register(site.device()).artifactBytes
            #expect(!artifact.isEmpty)
            await server.stop()
            let waits = site.log.lines.filter { $0.contains("\"waiting for the database\"") }
            // Once, however often it tried.
            #expect(waits.count == 1)
            #expect(waits.first?.contains("connection refused") == true)
            #expect(site.log.lines.contains { $0.contains("\"database opened\"") })
        }
    }

    @Test("tells the log of every new reason") func reasons() async throws {
        try await Site.with { site async throws in
            let late = LateStore(site.databasePath, failing: Self.away)
            let server = try await site.start(parts: late.parts)
            late.fail(with: .unavailable("the database system is starting up"))
            while !site.log.lines.contains(where: { $0.contains("is starting up") }) { await Task.yield() }
            await server.stop()
            #expect(site.log.lines.count { $0.contains("\"waiting for the database\"") } == 2)
        }
    }

    @Test("stops at once when it is told to, and whoever waits for it hears of it") func stop() async throws {
        try await Site.with { site async throws in
            let late = LateStore(site.databasePath, failing: Self.away)
            let server = try await site.start(parts: late.parts)
            await server.stop()
            let error = await #expect(throws: StartError.self) { try await server.administration() }
            #expect(error?.description == "the server was stopped")
            #expect((try? RawClient(port: server.port)) == nil)
        }
    }

    @Test("does not wait for what no waiting mends, neither at first nor later") func refused() async throws {
        try await Site.with { site async throws in
            let schema = StoreError.unreadable("it has schema 9")
            let late = LateStore(site.databasePath, failing: schema)
            let atOnce = await #expect(throws: StartError.self) { try await site.start(parts: late.parts) }
            #expect(atOnce?.description == "the store cannot be read: it has schema 9")
            #expect(late.attempts == 1)

            late.fail(with: Self.away)
            let server = try await site.start(parts: late.parts)
            late.fail(with: schema)
            let later = await #expect(throws: StartError.self) { try await server.administration() }
            #expect(later?.description == "the store cannot be read: it has schema 9")
            #expect(try await LoopbackClient(port: server.port).get("/readyz").status == 503)
            await server.stop()
        }
    }

    @Test("refuses a master key that is not that of the database, as soon as it can tell") func masterKey() async throws
    {
        try await Site.with { site async throws in
            await (try await site.start()).stop()
            let late = LateStore(site.databasePath, failing: Self.away)
            let server = try await AssayServer.start(
                ServerConfiguration(flags: [.listen: "127.0.0.1:0"]), over: .file(path: site.databasePath),
                masterKey: SymmetricKey([UInt8](repeating: 0x4E, count: 32)), surroundings: site.surroundings,
                log: site.newLog(), parts: late.parts)
            late.fail(with: nil)
            let error = await #expect(throws: StartError.self) { try await server.administration() }
            #expect(error?.description.hasPrefix("the stored keys do not open with this master key: use") == true)
            await server.stop()
        }
    }

    @Test("fails at once where the database is a file of this machine") func file() async throws {
        try await Site.with { site async throws in
            let error = await #expect(throws: StartError.self) {
                try await AssayServer.start(
                    ServerConfiguration(flags: [.listen: "127.0.0.1:0"]),
                    over: .file(path: "\(site.databasePath).d/assay.db"),
                    masterKey: SymmetricKey([UInt8](repeating: 0x4E, count: 32)), surroundings: site.surroundings,
                    log: site.newLog())
            }
            #expect(error?.description.hasPrefix("the store is unavailable: \(site.databasePath).d/assay.db") == true)
        }
    }
}
