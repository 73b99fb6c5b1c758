import AppCheck
import StrictJSON
import TestSupport
import Testing

@Suite("A token that is verified and used up") struct ConsumptionTests {
    private static func body(_ token: String) -> String { "{\"app_check_token\":\"\(token)\"}" }

    private func mint(_ admin: Administrator, _ body: String = "{\"limitedUseConfig\":{}}") async throws -> String {
        let answer = try await admin.object(
            "POST", "/v1/projects/shop/apps/\(Site.appID):mintAppCheckToken", body)
        return try #require(answer.string("token"))
    }

    @Test("is used up once, in both versions, for limited use and for a session") func once() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let verifier = try await live.administrator(.verifier, project: "shop")
            for kind in ["{\"limitedUseConfig\":{}}", "{\"tokenTtl\":\"1800s\"}", "{}"] {
                let token = try await mint(admin, kind)
                live.site.clock.advance(by: 1)
                let first = try await verifier.object(
                    "POST", "/v1beta/projects/shop:verifyAppCheckToken", Self.body(token))
                #expect(first.members.isEmpty)
                let second = try await verifier.object(
                    "POST", "/v1/projects/1234567890:verifyAppCheckToken", "{\"appCheckToken\":\"\(token)\"}")
                #expect(second["alreadyConsumed"] == .bool(true))
            }
        }
    }

    @Test("is used up by exactly one of fifty who ask at once, and still after a restart") func race() async throws {
        try await Site.with { site in
            var token = ""
            try await site.serve { live async throws in
                let admin = try await live.administrator()
                token = try await mint(admin)
                let body = Self.body(token)
                let answers = try await atOnce(50) { _ in
                    try await admin.object("POST", "/v1beta/projects/shop:verifyAppCheckToken", body)
                }
                #expect(answers.count { $0.members.isEmpty } == 1)
                #expect(answers.count { $0["alreadyConsumed"] == .bool(true) } == 49)
            }
            try await site.serve { live async throws in
                let answer = try await live.administrator().object(
                    "POST", "/v1beta/projects/shop:verifyAppCheckToken", Self.body(token))
                #expect(answer["alreadyConsumed"] == .bool(true))
            }
        }
    }

    @Test("by its jti: two tokens of one jti are one use") func sameJTI() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let config = "{\"limitedUseConfig\":{\"jti\":\"order-4711-abcdef\"}}"
            let first = try await mint(admin, config)
            live.site.clock.advance(by: 5)
            let second = try await mint(admin, config)
            #expect(first != second)
            let path = "/v1/projects/shop:verifyAppCheckToken"
            #expect(try await admin.object("POST", path, Self.body(first)).members.isEmpty)
            #expect(try await admin.object("POST", path, Self.body(second))["alreadyConsumed"] == .bool(true))
        }
    }

    @Test("is refused when it is no good, and not used up by that") func refused() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let path = "/v1beta/projects/shop:verifyAppCheckToken"
            let token = try await mint(admin)
            let parts = token.split(separator: ".")
            // The last character may hold unused bits; the first does not.
            let signature = parts[2].replacing(/^./) { $0.output == "A" ? "B" : "A" }
            for (other, reason) in [
                ("\(parts[0]).\(parts[1]).\(signature)", "TOKEN_SIGNATURE_INVALID"), ("x.y.z", "TOKEN_MALFORMED"),
                ("eyJlcnJvciI6IlVOS05PV05fRVJST1IifQ==", "TOKEN_MALFORMED"),
            ] {
                let response = try await admin.call("POST", path, Self.body(other))
                try expectError(response, 403, "PERMISSION_DENIED", reason)
                #expect(!response.text.contains(parts[1]))
            }
            try await expectError(
                admin.call("POST", path, "{}"), 400, "INVALID_ARGUMENT", "MISSING_FIELD", fields: ["app_check_token"])
            #expect(try await admin.object("POST", path, Self.body(token)).members.isEmpty)
            live.site.clock.advance(by: 300)
            try await expectError(
                admin.call("POST", path, Self.body(token)), 403, "PERMISSION_DENIED", "TOKEN_EXPIRED")
        }
    }

    @Test("is minted for a lifetime or for limited use, within bounds") func minting() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let path = "/v1/projects/shop/apps/\(Site.appID):mintAppCheckToken"
            for (body, ttl) in [
                ("", "3600s"), ("{}", "3600s"), ("{\"tokenTtl\":\"1800s\"}", "1800s"),
                ("{\"token_ttl\":\"604800s\"}", "604800s"), ("{\"limitedUseConfig\":{}}", "300s"),
                ("{\"limited_use_config\":{\"jti\":\"0123456789abcdef\"}}", "300s"),
            ] { #expect(try await admin.object("POST", path, body).string("ttl") == ttl, "\(body)") }
            let long = String(repeating: "x", count: 251)
            for (body, field) in [
                ("{\"tokenTtl\":\"1799s\"}", "token_ttl"), ("{\"tokenTtl\":\"604801s\"}", "token_ttl"),
                ("{\"limitedUseConfig\":{\"jti\":\"0123456789abcde\"}}", "jti"),
                ("{\"limitedUseConfig\":{\"jti\":\"\(long)\"}}", "jti"),
                ("{\"tokenTtl\":\"1800s\",\"limitedUseConfig\":{}}", "limited_use_config"),
                ("{\"jti\":\"0123456789abcdef\"}", "jti"),
            ] {
                let response = try await admin.call("POST", path, body)
                #expect(response.status == 400, "\(body)")
                #expect(
                    try response.error?.violatedFields.map { $0.replacing("limited_use_config.", with: "") } == [field])
            }
        }
    }
}
