import AppAttestSimulator
import AppCheck
import AssayServer
import Storage
import Testing
import TestSupport

@Suite("A server that cannot write") struct UnwritableStoreTests {
    @Test("answers 503, is not ready, loses nothing, and goes on by itself when it can write again")
    func lockedDatabase() async throws {
        try await LiveServer.with(parts: .init(directoryLifetime: 0, storePatience: 1)) { live async throws in
            let phone = live.phone
            let (old, new) = (try live.site.device(), try live.site.device())
            let artifact = try await phone.register(old).artifactBytes
            let attestation = try await phone.attestation(of: new)
            let assertion = try await phone.assertion(of: old, artifact: artifact, counter: 1)
            #expect(try await live.http.get("/readyz").status == 200)

            let other = try live.site.raw
            try other.holdWrites()
            for _ in 1...3 {
                try expectError(
                    try await phone.submit(attestation: attestation), 503, "UNAVAILABLE", "STORE_UNAVAILABLE")
                try expectError(try await phone.submit(assertion: assertion), 503, "UNAVAILABLE", "STORE_UNAVAILABLE")
            }
            let readiness = try await live.http.get("/readyz?prettyPrint=false")
            #expect(readiness.status == 503)
            try expectError(readiness, 503, "UNAVAILABLE", "NOT_READY")
            // What needs no write goes on.
            #expect(try await live.http.get("/healthz").status == 200)
            #expect(try await live.http.get("/v1/jwks").status == 200)
            _ = try await phone.challenge()
            try other.release()

            #expect(try await live.http.get("/readyz?prettyPrint=false").text == "{\"status\":\"ready\"}")
            #expect(try await live.site.store.attestedKey(new.keyID) == nil)
            #expect(try await live.site.store.attestedKey(old.keyID)?.counter == 0)
            // The very requests that were turned away are good now: nothing of them was used up.
            #expect(try await phone.submit(attestation: attestation).status == 200)
            #expect(try await phone.submit(assertion: assertion).status == 200)
        }
    }

    @Test(
        "because its tables are damaged answers 500 without a word about it",
        .onSQLite("damages what PostgreSQL keeps whole"))
    func damagedDatabase() async throws {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            let artifact = try await live.phone.register(device).artifactBytes
            let message = try await live.phone.assertion(of: device, artifact: artifact, counter: 1)
            let database = try live.site.raw
            try database.run("PRAGMA ignore_check_constraints = ON")
            try database.run("UPDATE attested_keys SET counter = 4294967296")
            let response = try await live.phone.submit(assertion: message)
            try expectError(response, 500, "INTERNAL", "INTERNAL", fields: [])
            #expect(try response.error?.message == "Internal error.")
        }
    }
}
