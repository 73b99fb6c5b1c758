import AppCheck
import AssayServer
import Cryptography
import Testing
import TestSupport

@Suite("A running server that a newer version overtakes") struct OvertakenTests {
    /// Runs a server on a file of its own, which looks at the schema all the time.
    private func withServer(_ body: (_ site: Site, AssayServer, _ path: String) async throws -> Void) async throws {
        try await Site.with { site async throws in
            try await TemporaryFolder.with { folder in
                var parts = AssayServer.Parts(directoryLifetime: 0)
                parts.pauses.schema = .milliseconds(4)
                let server = try await AssayServer.start(
                    ServerConfiguration(flags: [.listen: "127.0.0.1:0"]), over: .file(path: folder.file("assay.db")),
                    masterKey: SymmetricKey([UInt8](repeating: 0x4E, count: 32)), surroundings: site.surroundings,
                    log: site.newLog(), parts: parts)
                do { try await body(site, server, folder.file("assay.db")) } catch {
                    await server.stop()
                    throw error
                }
                await server.stop()
            }
        }
    }

    private func migrate(_ path: String, oldestServer oldest: Int) throws {
        try RawDatabase(path).run(
            "INSERT INTO schema_migrations (number, name, oldest_server) VALUES (6, 'next', \(oldest))")
    }

    @Test("goes on where the new schema lets it, and warns once") func served() async throws {
        try await withServer { site, server, path async throws in
            #expect(!site.log.lines.contains { $0.contains("schema is newer") })
            try migrate(path, oldestServer: 5)
            while !site.log.lines.contains(where: { $0.contains("schema is newer") }) { await Task.yield() }
            let http = LoopbackClient(port: server.port)
            for _ in 1...20 { #expect(try await http.get("/readyz").status == 200) }
            let lines = site.log.lines.filter { $0.contains("schema is newer") }
            #expect(lines.count == 1)
            #expect(lines.first?.contains("\"schema\":6") == true)
        }
    }

    @Test("is not to go on where it does not") func refused() async throws {
        try await withServer { _, server, path async throws in
            try migrate(path, oldestServer: 6)
            let refusal = await server.laterRefusal
            #expect(refusal.description.contains("it has schema 6 and this version of Assay knows schemas up to 5"))
            #expect(try await LoopbackClient(port: server.port).get("/readyz").status == 503)
        }
    }
}
