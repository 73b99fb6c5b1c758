import StrictJSON
import TestSupport
import Testing

@Suite("The configuration of App Attest") struct AppAttestConfigTests {
    private static let path = "/v1/projects/shop/apps/\(Site.appID)/appAttestConfig"
    private static let name = "projects/shop/apps/\(Site.appID)/appAttestConfig"

    @Test("is read under the name that the caller used, in both versions") func get() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            for version in ["v1", "v1beta"] {
                for project in ["shop", "1234567890"] {
                    let name = "projects/\(project)/apps/\(Site.appID)/appAttestConfig"
                    let config = try await admin.object("GET", "/\(version)/\(name)")
                    #expect(config.string("name") == name)
                    #expect(config.string("tokenTtl") == "3600s")
                }
            }
        }
    }

    @Test("is changed by a mask in either spelling, or a star, and tokens follow") func patch() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            for (mask, field, ttl) in [
                ("tokenTtl", "tokenTtl", "1800s"), ("token_ttl", "token_ttl", "604800s"), ("%2A", "tokenTtl", "7200s"),
            ] {
                let config = try await admin.object(
                    "PATCH", "\(Self.path)?updateMask=\(mask)", "{\"name\":\"\(Self.name)\",\"\(field)\":\"\(ttl)\"}")
                #expect(config.string("tokenTtl") == ttl)
                let answer = try await live.phone.register(live.site.device())
                #expect(answer.appCheckToken.ttl == ttl)
            }
        }
    }

    @Test("goes back to an hour where the mask names what the body leaves out") func reset() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let path = Self.path.replacing(Site.appID, with: Site.otherAppID)
            #expect(try await admin.object("GET", path).string("tokenTtl") == "604800s")
            let config = try await admin.object("PATCH", "\(path)?update_mask=token_ttl", "{}")
            #expect(config.string("tokenTtl") == "3600s")
        }
    }

    @Test("stays as it is when the request is wrong, which says where") func refused() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            for (query, body, reason, field) in [
                ("", "{\"tokenTtl\":\"1800s\"}", "MISSING_FIELD", "update_mask"),
                ("?updateMask=", "{\"tokenTtl\":\"1800s\"}", "MISSING_FIELD", "update_mask"),
                ("?updateMask=tokenTTL", "{\"tokenTtl\":\"1800s\"}", "INVALID_VALUE", "update_mask"),
                ("?updateMask=name", "{\"tokenTtl\":\"1800s\"}", "INVALID_VALUE", "update_mask"),
                ("?updateMask=tokenTtl&updateMask=tokenTtl", "{}", "DUPLICATE_FIELD", "update_mask"),
                ("?updateMask=tokenTtl", "{\"tokenTtl\":\"1799s\"}", "INVALID_VALUE", "token_ttl"),
                ("?updateMask=tokenTtl", "{\"tokenTtl\":\"604801s\"}", "INVALID_VALUE", "token_ttl"),
                ("?updateMask=tokenTtl", "{\"tokenTtl\":\"3600.5s\"}", "INVALID_VALUE", "token_ttl"),
                ("?updateMask=tokenTtl", "{\"tokenTtl\":3600}", "INVALID_VALUE", "token_ttl"),
                ("?updateMask=tokenTtl", "{\"tokenTtl\":\"1h\"}", "INVALID_VALUE", "token_ttl"),
                ("?updateMask=tokenTtl", "{\"ttl\":\"1800s\"}", "UNKNOWN_FIELD", "ttl"),
                (
                    "?updateMask=tokenTtl",
                    "{\"tokenTtl\":\"1800s\",\"name\":\"projects/shop/apps/\(Site.otherAppID)/appAttestConfig\"}",
                    "INVALID_VALUE", "name"
                ),
                ("?updateMask=tokenTtl&mask=x", "{\"tokenTtl\":\"1800s\"}", "INVALID_QUERY", "mask"),
            ] {
                let response = try await admin.call("PATCH", Self.path + query, body)
                try expectError(
                    response, 400, "INVALID_ARGUMENT", reason, fields: [field], "\(query) \(body) \(response.text)")
            }
            #expect(try await admin.object("GET", Self.path).string("tokenTtl") == "3600s")
        }
    }

    @Test("of an app that is not there is not found") func missing() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let path = Self.path.replacing(Site.appID, with: "1:1:ios:00")
            let response = try await admin.call("GET", path)
            try expectError(response, 404, "NOT_FOUND", "NOT_FOUND")
            #expect(
                try response.error?.message == "Requested entity was not found: projects/shop/apps/1:1:ios:00.")
            let other = try await admin.call("GET", Self.path.replacing("/shop/", with: "/shoe/"))
            try expectError(other, 404, "NOT_FOUND", "PROJECT_NOT_FOUND")
        }
    }

    @Test("is read for up to a hundred apps at once, all or none") func batchGet() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let path = "/v1/projects/shop/apps/-/appAttestConfig:batchGet"
            func names(_ count: Int) -> String {
                (0..<count).map { _ in "names=\(Self.name.replacing("/", with: "%2F"))" }.joined(separator: "&")
            }
            for count in [1, 2, 100] {
                let answer = try await admin.object("GET", "\(path)?\(names(count))")
                #expect(
                    answer.objects("configs").map { $0.string("name") } == Array(repeating: Self.name, count: count))
            }
            let byNumber = Self.name.replacing("/shop/", with: "/1234567890/")
            let mixed = try await admin.object("GET", "\(path)?names=\(Self.name)&names=\(byNumber)")
            #expect(mixed.objects("configs").map { $0.string("name") } == [Self.name, byNumber])
            for (query, reason) in [
                ("", "MISSING_FIELD"), ("?\(names(101))", "INVALID_VALUE"),
                ("?names=\(Self.name)&names=projects/other/apps/a/appAttestConfig", "INVALID_VALUE"),
                ("?names=projects/shop/apps/\(Site.appID)", "INVALID_VALUE"),
                ("?names=\(Self.name)/x", "INVALID_VALUE"), ("?names=x", "INVALID_VALUE"),
            ] {
                let response = try await admin.call("GET", path + query)
                try expectError(response, 400, "INVALID_ARGUMENT", reason, fields: ["names"], query)
            }
            let absent = try await admin.call(
                "GET", "\(path)?names=\(Self.name)&names=projects/shop/apps/none/appAttestConfig")
            try expectError(absent, 404, "NOT_FOUND", "NOT_FOUND")
        }
    }
}
