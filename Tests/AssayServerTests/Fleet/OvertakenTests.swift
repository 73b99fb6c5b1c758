import AppCheck
import AssayServer
import Testing
import TestSupport

@Suite("A running server that a newer version overtakes") struct OvertakenTests {
    private func parts() -> AssayServer.Parts {
        var parts = AssayServer.Parts(directoryLifetime: 0)
        parts.pauses.schema = .milliseconds(4)
        return parts
    }

    private func migrate(_ site: Site, oldestServer oldest: Int) throws {
        try RawDatabase(site.databasePath).run(
            "INSERT INTO schema_migrations (number, name, oldest_server) VALUES (5, 'next', \(oldest))")
    }

    @Test("goes on where the new schema lets it, and warns once") func served() async throws {
        try await Site.with { site async throws in
            try await site.serve(parts: parts()) { live async throws in
                #expect(!site.log.lines.contains { $0.contains("schema is newer") })
                try migrate(site, oldestServer: 4)
                while !site.log.lines.contains(where: { $0.contains("schema is newer") }) { await Task.yield() }
                #expect(try await live.http.get("/readyz").status == 200)
                #expect(try await !live.phone.register(site.device()).artifactBytes.isEmpty)
            }
            let lines = site.log.lines.filter { $0.contains("schema is newer") }
            #expect(lines.count == 1)
            #expect(lines.first?.contains("\"schema\":5") == true)
        }
    }

    @Test("is not to go on where it does not") func refused() async throws {
        try await Site.with { site async throws in
            let server = try await site.start(parts: parts())
            try migrate(site, oldestServer: 5)
            let refusal = await server.laterRefusal
            #expect(refusal.description.contains("it has schema 5 and this version of Assay knows schemas up to 4"))
            #expect(try await LoopbackClient(port: server.port).get("/readyz").status == 503)
            await server.stop()
        }
    }
}
