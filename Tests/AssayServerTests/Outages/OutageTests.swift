import AppAttestSimulator
import AppCheck
import AssayServer
import Storage
import Testing
import TestSupport

@Suite("A server that loses its database", .onSQLite("takes a store of SQLite away and gives it back"))
struct OutageTests {
    /// Runs a server over a store that can be taken away.
    private func withServer(_ body: (LiveServer, BrittleStore) async throws -> Void) async throws {
        try await Site.with { site async throws in
            let store = BrittleStore(try await SQLiteStore.open(path: site.databasePath))
            var parts = AssayServer.Parts(directoryLifetime: 3)
            parts.openStore = { store }
            do {
                try await site.serve(parts: parts) { live in
                    defer { store.mend() }
                    try await body(live, store)
                }
            } catch {
                await store.close()
                throw error
            }
        }
    }

    @Test("answers 503 with Retry-After to what needs it, and still gives challenges, keys and its health")
    func whatGoesOn() async throws {
        try await withServer { live, store async throws in
            let (phone, device) = (live.phone, try live.site.device())
            let artifact = try await phone.register(device).artifactBytes
            let administrator = try await live.administrator()
            #expect(try await administrator.call("GET", "/assay/v1/projects").status == 200)
            store.lose()
            live.site.clock.advance(by: 60)

            #expect(try await live.http.get("/healthz").status == 200)
            #expect(try await live.http.get("/v1/jwks").status == 200)
            let message = try await phone.assertion(of: device, artifact: artifact, counter: 1)
            for response in [
                try await phone.submit(assertion: message),
                try await administrator.call("GET", "/assay/v1/projects"),
                try await live.http.post(phone.with(appID: Site.otherAppID).path("generateAppAttestChallenge")),
            ] {
                try expectError(response, 503, "UNAVAILABLE", "STORE_UNAVAILABLE")
                #expect(response.headers["retry-after"] == "1")
            }
            let readiness = try await live.http.get("/readyz")
            try expectError(readiness, 503, "UNAVAILABLE", "NOT_READY")
            #expect(readiness.headers["retry-after"] == "1")

            store.mend()
            #expect(try await phone.submit(assertion: message).status == 200)
            #expect(try await live.http.get("/readyz").status == 200)
        }
    }

    @Test("gives challenges for an hour to an app that it knew, and asks the database first once it is back")
    func challenges() async throws {
        try await withServer { live, store async throws in
            let path = live.phone.path("generateAppAttestChallenge")
            #expect(try await live.http.post(path).status == 200)
            store.lose()
            live.site.clock.advance(by: 3_599)
            #expect(try await live.http.post(path).status == 200)
            live.site.clock.advance(by: 1)
            #expect(try await live.http.post(path).status == 503)
            live.site.clock.advance(by: -10)
            #expect(try await live.http.post(path).status == 200)

            // Removed meanwhile, by somebody who reaches the database: it does not come back, not even for a moment.
            let project = try Project(number: Site.project, id: "shop")
            #expect(try await live.site.store.removeApp(Site.appID, in: project))
            store.mend()
            try expectError(
                try await live.http.post(path), 400, "FAILED_PRECONDITION", "APP_NOT_REGISTERED")
            live.site.clock.advance(by: -3_000)
            store.lose()
            #expect(try await live.http.post(path).status == 503)
        }
    }

    @Test("holds API keys against requests for challenges as it knew them") func apiKeys() async throws {
        try await withServer { live, store async throws in
            let key = try await live.site.administration.createAPIKey(in: "shop", by: Actor("a test")).text
            let path = live.phone.path("generateAppAttestChallenge")
            func challenge(_ key: String?) async throws -> Int {
                try await live.http.post(path, headers: key.map { ["X-Goog-Api-Key: \($0)"] } ?? []).status
            }
            #expect(try await challenge(key) == 200)
            store.lose()
            live.site.clock.advance(by: 60)
            #expect(try await challenge(key) == 200)
            #expect(try await challenge(nil) == 403)
            // One that it does not know may be new: nobody is told for good that it is none.
            let unknown = "assaykey_\(String(repeating: "0", count: 32))_\(String(repeating: "0", count: 64))"
            #expect(try await challenge(unknown) == 503)
        }
    }

    @Test(
        "says within a few seconds that it is not ready when the database does not answer at all",
        .timeLimit(.minutes(1)))
    func stuck() async throws {
        try await withServer { live, store async throws in
            #expect(try await live.http.get("/readyz").status == 200)
            store.stick()
            // However many ask: one write is under way, and none of them waits for it.
            let responses = try await atOnce(8) { _ in try await live.http.get("/readyz").status }
            #expect(responses == [Int](repeating: 503, count: 8))
            store.mend()
            while try await live.http.get("/readyz").status != 200 {}
        }
    }
}
