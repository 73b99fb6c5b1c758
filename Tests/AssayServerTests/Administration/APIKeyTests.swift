import AppCheck
import AssayServer
import StrictJSON
import TestSupport
import Testing

@Suite("An API key") struct APIKeyTests {
    private static let path = "/assay/v1/projects/shop/apiKeys"
    private static let methods = [
        ("generateAppAttestChallenge", ""), ("exchangeDebugToken", "{\"debug_token\":\"x\"}"),
        ("exchangeCustomToken", "{\"custom_token\":\"x\"}"),
        ("exchangeAppAttestAttestation", "{\"key_id\":\"AA\",\"attestation_statement\":\"AA\",\"challenge\":\"AA\"}"),
        ("exchangeAppAttestAssertion", "{\"artifact\":\"AA\",\"assertion\":\"AA\",\"challenge\":\"AA\"}"),
    ]

    @Test("is needed for every exchange from the first one on, in header or query") func needed() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let made = try await admin.object("POST", Self.path, "{\"displayName\":\"app\"}")
            let text = try #require(made.string("keyString"))
            let other = text.dropLast() + (text.hasSuffix("0") ? "1" : "0")
            for (verb, body) in Self.methods {
                func send(_ query: String = "", _ headers: [String] = []) async throws -> RawResponse {
                    try await live.http.post(live.phone.path(verb) + query, Array(body.utf8), headers: headers)
                }
                try await expectError(send(), 403, "PERMISSION_DENIED", "API_KEY_MISSING", verb)
                for wrong in [String(other), "AIza-not-a-key", "x"] {
                    let response = try await send("", ["X-Goog-Api-Key: \(wrong)"])
                    try expectError(response, 400, "INVALID_ARGUMENT", "API_KEY_INVALID", verb)
                    #expect(
                        try response.error?.message == "API key not valid. Please pass a valid API key.")
                    #expect(try response.error?.details?.first?.domain == "googleapis.com")
                    try await expectError(send("?key=\(wrong)"), 400, "INVALID_ARGUMENT", "API_KEY_INVALID", verb)
                }
                let (inHeader, inQuery) = (
                    try await send("", ["x-goog-api-key: \(text)"]), try await send("?key=\(text)")
                )
                #expect(inHeader.status == inQuery.status)
                #expect(inHeader.reason?.hasPrefix("API_KEY") != true, "\(verb)")
            }
            // Verifiers need none, and neither does whoever has a bearer token for the project.
            #expect(try await live.http.get("/v1/jwks").status == 200)
            let minter = try await live.administrator(.minter, project: "shop")
            #expect(try await minter.call("POST", live.phone.path("generateAppAttestChallenge"), "").status == 200)
        }
    }

    @Test("of another project is none") func otherProject() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            _ = try await admin.object("POST", "/assay/v1/projects", "{\"projectId\":\"studio\"}")
            let path = Self.path.replacing("shop", with: "studio")
            let foreign = try #require(try await admin.object("POST", path, "{}").string("keyString"))
            #expect(
                try await live.http.post(live.phone.path("generateAppAttestChallenge"), headers: []).status == 200)
            _ = try await admin.object("POST", Self.path, "{}")
            let response = try await live.http.post(
                live.phone.path("generateAppAttestChallenge"), headers: ["X-Goog-Api-Key: \(foreign)"])
            try expectError(response, 400, "INVALID_ARGUMENT", "API_KEY_INVALID")
            let stranger = try await live.administrator(.minter, project: "studio")
            try await expectError(
                stranger.call("POST", live.phone.path("generateAppAttestChallenge"), ""), 403, "PERMISSION_DENIED",
                "API_KEY_MISSING")
        }
    }

    @Test("is needed for challenges of an app that a server remembers, which are answered at once without one")
    func remembered() async throws {
        try await LiveServer.with(parts: .init(directoryLifetime: 3)) { live async throws in
            let admin = try await live.administrator()
            let text = try #require(try await admin.object("POST", Self.path, "{}").string("keyString"))
            let path = live.phone.path("generateAppAttestChallenge")
            for _ in 0..<2 {
                #expect(try await live.http.post(path, headers: ["X-Goog-Api-Key: \(text)"]).status == 200)
                try await expectError(live.http.post(path), 403, "PERMISSION_DENIED", "API_KEY_MISSING")
                try await expectError(
                    live.http.post(path + "?key=x"), 400, "INVALID_ARGUMENT", "API_KEY_INVALID")
            }
        }
    }

    @Test("is good at once, also while a server remembers those before it") func fresh() async throws {
        try await LiveServer.with(parts: .init(directoryLifetime: 3)) { live async throws in
            let admin = try await live.administrator()
            let path = live.phone.path("generateAppAttestChallenge")
            for _ in 0..<3 {
                let text = try #require(try await admin.object("POST", Self.path, "{}").string("keyString"))
                #expect(try await live.http.post("\(path)?key=\(text)", headers: []).status == 200)
            }
        }
    }

    @Test("is looked for in the query where the header is empty") func emptyHeader() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let text = try #require(try await admin.object("POST", Self.path, "{}").string("keyString"))
            let path = live.phone.path("generateAppAttestChallenge")
            #expect(try await live.http.post("\(path)?key=\(text)", headers: ["X-Goog-Api-Key:"]).status == 200)
            try await expectError(
                live.http.post(path, headers: ["X-Goog-Api-Key:"]), 403, "PERMISSION_DENIED", "API_KEY_MISSING")
        }
    }

    @Test("may be for some bundle ids only") func bundles() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let made = try await admin.object("POST", Self.path, "{\"bundleIds\":[\"com.example.app\"]}")
            let key = try #require(made.string("keyString"))
            func send(_ bundle: String?) async throws -> RawResponse {
                try await live.http.post(
                    live.phone.path("generateAppAttestChallenge"),
                    headers: ["X-Goog-Api-Key: \(key)"] + (bundle.map { ["X-Ios-Bundle-Identifier: \($0)"] } ?? []))
            }
            #expect(try await send("com.example.app").status == 200)
            let blocked = try await send("com.example.app2")
            try expectError(blocked, 403, "PERMISSION_DENIED", "API_KEY_IOS_APP_BLOCKED")
            #expect(
                try blocked.error?.message
                    == "Requests from this iOS client application com.example.app2 are blocked.")
            try await expectError(send(nil), 403, "PERMISSION_DENIED", "API_KEY_IOS_APP_BLOCKED")
            let name = try #require(made.string("name"))
            _ = try await admin.object("PATCH", "/assay/v1/\(name)?updateMask=bundleIds", "{}")
            #expect(try await send(nil).status == 200)
        }
    }

    @Test("is shown when it is made, and never again") func secrecy() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let made = try await admin.object("POST", Self.path, "{\"displayName\":\"app\"}")
            let (name, text) = (try #require(made.string("name")), try #require(made.string("keyString")))
            let secret = try #require(text.split(separator: "_").last)
            for response in [
                try await admin.call("GET", "/assay/v1/\(name)"), try await admin.call("GET", Self.path),
                try await admin.call("PATCH", "/assay/v1/\(name)?updateMask=*", "{\"displayName\":\"x\"}"),
                try await admin.call("GET", "/assay/v1/projects/shop/auditEntries"),
            ] {
                #expect(response.status == 200)
                #expect(!response.text.contains(secret))
                #expect(!response.text.contains("keyString"))
            }
            _ = try await live.http.post(live.phone.path("generateAppAttestChallenge") + "?key=\(text)")
            #expect(!live.site.log.lines.joined().contains(secret))
        }
    }

    @Test("ends when it is deleted; with the last one gone none is needed") func deletion() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let made = try await admin.object("POST", Self.path, "{}")
            let (name, text) = (try #require(made.string("name")), try #require(made.string("keyString")))
            let second = try #require(try await admin.object("POST", Self.path, "{}").string("name"))
            _ = try await admin.object("DELETE", "/assay/v1/\(name)")
            let path = live.phone.path("generateAppAttestChallenge")
            try await expectError(
                live.http.post("\(path)?key=\(text)", headers: []), 400, "INVALID_ARGUMENT", "API_KEY_INVALID")
            _ = try await admin.object("DELETE", "/assay/v1/\(second)")
            #expect(try await live.http.post(path, headers: []).status == 200)
        }
    }
}
