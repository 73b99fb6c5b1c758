import AssayServer
import TestSupport
import Testing

@Suite("A browser") struct BrowserTests {
    private static let origin = "Origin: https://app.example.com"

    private func preflight(_ live: LiveServer, _ path: String, _ method: String) async throws -> RawResponse {
        try await live.http.send(
            "OPTIONS", path,
            headers: [
                Self.origin, "Access-Control-Request-Method: \(method)",
                "Access-Control-Request-Headers: content-type,x-firebase-client",
            ])
    }

    @Test("may call exchanges and read keys from any page") func allowed() async throws {
        try await LiveServer.with { live async throws in
            for (path, method) in [
                (live.phone.path("exchangeDebugToken") + "?key=x", "POST"),
                (live.phone.path("generateAppAttestChallenge"), "POST"), ("/v1/jwks", "GET"), ("/v1beta/jwks", "GET"),
            ] {
                let response = try await preflight(live, path, method)
                #expect(response.status == 204, "\(path)")
                #expect(response.headers["access-control-allow-origin"] == "*", "\(path)")
                #expect(response.headers["access-control-allow-methods"]?.contains(method) == true, "\(path)")
                let allowed = response.headers["access-control-allow-headers"]?.lowercased() ?? ""
                #expect(allowed.contains("content-type") && allowed.contains("x-firebase-client"), "\(path)")
            }
            let keys = try await live.http.send("GET", "/v1/jwks", headers: [Self.origin])
            #expect(keys.headers["access-control-allow-origin"] == "*")
            // A refusal must be readable too, or a page cannot say why.
            let refusal = try await live.http.post(
                live.phone.path("exchangeDebugToken"), Array("{\"debug_token\":\"x\"}".utf8), headers: [Self.origin])
            try expectRefused(refusal, "DEBUG_TOKEN_UNKNOWN")
            #expect(refusal.headers["access-control-allow-origin"] == "*")
            #expect(refusal.headers["access-control-allow-credentials"] == nil)
        }
    }

    @Test("has no business with what needs a bearer token, nor with what is not there") func refused() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            for (path, method, status) in [
                ("/assay/v1/projects", "POST", 405), ("/v1/projects/shop:verifyAppCheckToken", "POST", 405),
                (live.phone.path("mintAppCheckToken"), "POST", 405), ("/v1/jwks", "PUT", 405), ("/v1/none", "GET", 404),
            ] {
                let response = try await preflight(live, path, method)
                #expect(response.status == status, "\(path)")
                #expect(response.headers["access-control-allow-origin"] == nil, "\(path)")
            }
            let listing = try await admin.call("GET", "/assay/v1/projects", headers: [Self.origin])
            #expect(listing.status == 200)
            #expect(listing.headers["access-control-allow-origin"] == nil)
        }
    }

    @Test("of a page that is not listed gets no leave, where pages are listed") func listed() async throws {
        try await Site.with { site in
            try await site.serve(flags: [.corsOrigins: "https://app.example.com"]) { live async throws in
                let keys = try await live.http.send("GET", "/v1/jwks", headers: [Self.origin])
                #expect(keys.headers["access-control-allow-origin"] == "https://app.example.com")
                #expect(keys.headers["vary"] == "Origin")
                let other = try await live.http.send("GET", "/v1/jwks", headers: ["Origin: https://other.example"])
                #expect(other.status == 200)
                #expect(other.headers["access-control-allow-origin"] == nil)
            }
        }
    }
}
