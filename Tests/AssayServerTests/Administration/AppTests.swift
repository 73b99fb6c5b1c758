import AppAttest
import AppAttestSimulator
import StrictJSON
import TestSupport
import Testing

@Suite("An app, over REST") struct AppTests {
    private static let path = "/assay/v1/projects/shop/apps"
    private static let minimal = "{\"teamId\":\"ABCDE12345\",\"bundleIds\":[\"com.example.new\"]}"

    @Test("is made with what must be said, and safe values for the rest") func create() async throws {
        try await LiveServer.with { live async throws in
            let made = try await live.administrator().object("POST", Self.path, Self.minimal)
            let appID = try #require(made.string("appId"))
            #expect(appID.wholeMatch(of: /1:1234567890:ios:[0-9a-f]{16}/) != nil)
            #expect(made.string("name") == "projects/shop/apps/\(appID)")
            #expect(made.strings("environments") == ["PRODUCTION"])
            #expect(made.strings("trustAnchors").isEmpty)
            #expect(made.string("tokenTtl") == "3600s")
            #expect(made.integer("debugTokenLimit") == 20)
        }
    }

    @Test("has every setting of the registry, and exchanges follow it") func settings() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let pem = live.site.authority.trustAnchor.pem.replacing("\n", with: "\\n")
            let made = try await admin.object(
                "POST", Self.path,
                """
                {"app_id":"1:1234567890:ios:cc","display_name":"New","team_id":"ABCDE12345",\
                "bundle_ids":["com.example.app"],"environments":["DEVELOPMENT","PRODUCTION"],"trust_anchors":["\(pem)"],\
                "token_ttl":"7200s","debug_token_limit":0}
                """)
            #expect(made.strings("environments") == ["PRODUCTION", "DEVELOPMENT"])
            #expect(made.strings("trustAnchors") == [live.site.authority.trustAnchor.pem])
            #expect(made.integer("debugTokenLimit") == 0)
            let phone = live.phone.with(appID: "1:1234567890:ios:cc")
            let device = try live.site.device(environment: .development)
            let answer = try await phone.register(device)
            #expect(answer.appCheckToken.ttl == "7200s")
            let changed = try await admin.object(
                "PATCH", "\(Self.path)/1:1234567890:ios:cc?updateMask=environments,trustAnchors",
                "{\"environments\":[\"PRODUCTION\"],\"trustAnchors\":[\"\(pem)\"]}")
            #expect(changed.strings("environments") == ["PRODUCTION"])
            #expect(changed.string("displayName") == "New")
            let assertion = try await phone.assert(device, artifact: answer.artifactBytes, counter: 1)
            try expectRefused(assertion, "KEY_NO_LONGER_ALLOWED")
            _ = try await admin.object("DELETE", "\(Self.path)/1%3A1234567890%3Aios%3Acc")
            let gone = try await live.http.post(phone.path("generateAppAttestChallenge"))
            try expectError(gone, 400, "FAILED_PRECONDITION", "APP_NOT_REGISTERED")
        }
    }

    @Test("is refused with the name of what is wrong, and nothing changes") func invalid() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let path = "\(Self.path)/\(Site.appID)"
            let before = try await admin.object("GET", path)
            for (mask, body, field) in [
                ("teamId", "{\"teamId\":\"abcde12345\"}", "team_id"), ("teamId", "{}", "team_id"),
                ("bundleIds", "{\"bundleIds\":[]}", "bundle_ids"),
                ("bundleIds", "{\"bundleIds\":[\"a b\"]}", "bundle_ids"),
                ("bundleIds", "{\"bundleIds\":[\"a\",\"a\"]}", "bundle_ids"),
                ("bundleIds", "{\"bundleIds\":\"a\"}", "bundle_ids"),
                ("environments", "{\"environments\":[\"production\"]}", "environments[0]"),
                ("trustAnchors", "{\"trustAnchors\":[\"not pem\"]}", "trust_anchors[0]"),
                ("tokenTtl", "{\"tokenTtl\":\"1799s\"}", "token_ttl"),
                ("debugTokenLimit", "{\"debugTokenLimit\":1001}", "debug_token_limit"),
                ("debugTokenLimit", "{\"debugTokenLimit\":-1}", "debug_token_limit"),
                ("debugTokenLimit", "{\"debugTokenLimit\":\"5\"}", "debug_token_limit"),
                ("displayName", "{\"displayName\":\"\(String(repeating: "x", count: 129))\"}", "display_name"),
                ("appId", "{\"appId\":\"other\"}", "update_mask"), ("createTime", "{}", "update_mask"),
                ("displayName", "{\"name\":\"projects/shop/apps/other\"}", "name"),
            ] {
                let response = try await admin.call("PATCH", "\(path)?updateMask=\(mask)", body)
                #expect(response.status == 400, "\(body)")
                #expect(try response.error?.violatedFields == [field], "\(body) \(response.text)")
            }
            #expect(try await admin.object("GET", path) == before)
        }
    }

    @Test("is one of its id in its project") func taken() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let body = Self.minimal.replacing("{\"teamId", with: "{\"appId\":\"\(Site.appID)\",\"teamId")
            try await expectError(admin.call("POST", Self.path, body), 409, "ALREADY_EXISTS", "ALREADY_EXISTS")
            try await expectError(
                admin.call("POST", Self.path.replacing("shop", with: "none"), Self.minimal), 404, "NOT_FOUND",
                "PROJECT_NOT_FOUND")
        }
    }

    @Test("that two people change at once is changed by both, unless they insist on what they read")
    func concurrent() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let path = "\(Self.path)/\(Site.appID)"
            let etag = try #require(try await admin.object("GET", path).string("etag"))
            let answers = try await atOnce(8) { number in
                try await admin.call(
                    "PATCH", "\(path)?updateMask=displayName", "{\"displayName\":\"n\(number)\",\"etag\":\"\(etag)\"}")
            }
            #expect(answers.count { $0.status == 200 } == 1)
            #expect(answers.count { $0.reason == "ETAG_MISMATCH" } == 7)
            async let name = admin.call("PATCH", "\(path)?updateMask=displayName", "{\"displayName\":\"both\"}")
            async let limit = admin.call("PATCH", "\(path)?updateMask=debugTokenLimit", "{\"debugTokenLimit\":7}")
            #expect(try await (name.status, limit.status) == (200, 200))
            let app = try await admin.object("GET", path)
            #expect(app.string("displayName") == "both")
            #expect(app.integer("debugTokenLimit") == 7)
        }
    }
}
