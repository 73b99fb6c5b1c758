import StrictJSON
import TestSupport
import Testing

@Suite("A debug token") struct DebugTokenTests {
    private static let path = "/v1/projects/shop/apps/\(Site.appID)/debugTokens"
    private static let secret = "5A1B9E0C-7F3D-4C2A-9B8E-0123456789AB"

    private static func body(_ name: String = "ci", _ secret: String = secret, more: String = "") -> String {
        "{\"displayName\":\"\(name)\",\"token\":\"\(secret)\"\(more)}"
    }

    /// UUIDs of version 4 that differ.
    private static func secret(_ number: Int) -> String {
        let digits = String(number)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    @Test("is exchanged in upper or lower case, for a token of an hour or for one use") func exchange() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            _ = try await admin.object("POST", Self.path, Self.body())
            for (secret, limited) in [
                (Self.secret, false), (Self.secret.lowercased(), false), (Self.secret, true),
            ] {
                for member in ["debug_token", "debugToken"] {
                    let response = try await live.http.post(
                        live.phone.path("exchangeDebugToken"),
                        Array("{\"\(member)\":\"\(secret)\",\"limited_use\":\(limited)}".utf8))
                    let answer: TokenAnswer = try response.decoded()
                    let claims = try TokenClaims(of: answer.token)
                    #expect(claims.sub == Site.appID)
                    #expect(answer.ttl == (limited ? "300s" : "3600s"))
                    #expect((claims.jti != nil) == limited)
                }
            }
        }
    }

    @Test("is refused once it is deleted, expired, of another app, or never was") func refusals() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let expiry = ",\"expireTime\":\"2026-01-15T12:01:00Z\""
            let token = try await admin.object("POST", Self.path, Self.body(more: expiry))
            #expect(token.string("expireTime") == "2026-01-15T12:01:00Z")
            func exchange(_ secret: String = Self.secret, app: String = Site.appID) async throws -> RawResponse {
                try await live.http.post(
                    live.phone.with(appID: app).path("exchangeDebugToken"),
                    Array("{\"debug_token\":\"\(secret)\"}".utf8))
            }
            #expect(try await exchange().status == 200)
            try await expectRefused(exchange(app: Site.otherAppID), "DEBUG_TOKEN_UNKNOWN")
            try await expectRefused(exchange(Self.secret(1)), "DEBUG_TOKEN_UNKNOWN")
            try await expectRefused(exchange("not a uuid"), "DEBUG_TOKEN_UNKNOWN")
            live.site.clock.advance(by: 60)
            try await expectRefused(exchange(), "DEBUG_TOKEN_EXPIRED")
            let name = try #require(token.string("name"))
            _ = try await admin.object("PATCH", "/v1/\(name)?updateMask=expireTime", "{}")
            #expect(try await exchange().status == 200)
            _ = try await admin.object("DELETE", "/v1/\(name)")
            try await expectRefused(exchange(), "DEBUG_TOKEN_UNKNOWN")
            try await expectError(admin.call("GET", "/v1/\(name)"), 404, "NOT_FOUND", "NOT_FOUND")
        }
    }

    @Test("never shows its secret again") func secrecy() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let made = try await admin.call("POST", Self.path, Self.body())
            let name = try made.decoded(as: Named.self).name
            var texts = [made.text]
            texts.append(try await admin.call("GET", "/v1/\(name)").text)
            texts.append(try await admin.call("GET", Self.path).text)
            texts.append(
                try await admin.call("PATCH", "/v1/\(name)?updateMask=displayName", "{\"displayName\":\"other\"}").text)
            // A second one with the same secret, which would live on when the first is deleted.
            let twin = try await admin.call("POST", Self.path, Self.body("twin", Self.secret.lowercased()))
            try expectError(twin, 409, "ALREADY_EXISTS", "ALREADY_EXISTS")
            texts.append(twin.text)
            texts.append(try await admin.call("GET", "/assay/v1/auditEntries").text)
            texts.append(live.site.log.lines.joined())
            for text in texts { #expect(!text.lowercased().contains(Self.secret.lowercased())) }
            #expect(texts.allSatisfy { !$0.contains("\"token\"") })
        }
    }

    private struct Named: Decodable { let name: String }

    @Test("must have a name and a UUID of version 4") func invalid() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let long = String(repeating: "x", count: 129)
            for (body, reason, field) in [
                ("{\"token\":\"\(Self.secret)\"}", "MISSING_FIELD", "display_name"),
                (Self.body(""), "MISSING_FIELD", "display_name"), (Self.body(long), "INVALID_VALUE", "display_name"),
                (Self.body("a\\u0007b"), "INVALID_VALUE", "display_name"),
                ("{\"displayName\":\"ci\"}", "MISSING_FIELD", "token"),
                (Self.body("ci", "5A1B9E0C-7F3D-1C2A-9B8E-0123456789AB"), "INVALID_VALUE", "token"),
                (Self.body("ci", "5A1B9E0C-7F3D-4C2A-7B8E-0123456789AB"), "INVALID_VALUE", "token"),
                (Self.body("ci", "5A1B9E0C7F3D4C2A9B8E0123456789AB"), "INVALID_VALUE", "token"),
                (Self.body("ci", "{\(Self.secret)}"), "INVALID_VALUE", "token"),
                (Self.body(more: ",\"expireTime\":\"2026-01-15T12:00:00Z\""), "INVALID_VALUE", "expire_time"),
                (Self.body(more: ",\"expireTime\":\"tomorrow\""), "INVALID_VALUE", "expire_time"),
                (Self.body(more: ",\"secret\":\"x\""), "UNKNOWN_FIELD", "secret"),
            ] {
                let response = try await admin.call("POST", Self.path, body)
                try expectError(response, 400, "INVALID_ARGUMENT", reason, fields: [field], body)
                #expect(!response.text.contains("7F3D"), "\(body)")
            }
            #expect(try await admin.object("GET", Self.path).objects("debugTokens").isEmpty)
        }
    }

    @Test("is renamed by its etag, and its secret stays") func patch() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let made = try await admin.object("POST", Self.path, Self.body())
            let (name, etag) = (try #require(made.string("name")), try #require(made.string("etag")))
            let renamed = try await admin.object(
                "PATCH", "/v1/\(name)?updateMask=display_name", "{\"displayName\":\"nightly\",\"etag\":\"\(etag)\"}")
            #expect(renamed.string("displayName") == "nightly")
            #expect(renamed.string("etag") != etag)
            let stale = try await admin.call(
                "PATCH", "/v1/\(name)?updateMask=displayName", "{\"displayName\":\"late\",\"etag\":\"\(etag)\"}")
            try expectError(stale, 409, "ABORTED", "ETAG_MISMATCH")
            try await expectError(
                admin.call("DELETE", "/v1/\(name)?etag=\(etag)"), 409, "ABORTED", "ETAG_MISMATCH")
            for (query, body, field) in [
                ("?updateMask=token", "{\"displayName\":\"x\",\"token\":\"\(Self.secret)\"}", "update_mask"),
                ("?updateMask=displayName", "{\"displayName\":\"x\",\"token\":\"\(Self.secret)\"}", "token"),
                ("?updateMask=etag", "{}", "update_mask"), ("?updateMask=displayName", "{}", "display_name"),
                ("", "{\"displayName\":\"x\"}", "update_mask"),
                ("?updateMask=displayName", "{\"displayName\":\"x\",\"name\":\"\(name)0\"}", "name"),
            ] {
                let response = try await admin.call("PATCH", "/v1/\(name)\(query)", body)
                #expect(response.status == 400, "\(body)")
                #expect(try response.error?.violatedFields == [field], "\(body)")
            }
            #expect(try await admin.object("GET", "/v1/\(name)").string("displayName") == "nightly")
            let current = try #require(renamed.string("etag"))
            _ = try await admin.object("DELETE", "/v1/\(name)?etag=%22\(current)%22")
        }
    }

    @Test("is one of twenty, or of as many as the app may have") func limit() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            for number in 0..<20 {
                _ = try await admin.object("POST", Self.path, Self.body("t\(number)", Self.secret(number)))
            }
            let response = try await admin.call("POST", Self.path, Self.body("t20", Self.secret(20)))
            try expectError(response, 400, "FAILED_PRECONDITION", "LIMIT_REACHED")
            _ = try await admin.object(
                "PATCH", "/assay/v1/projects/shop/apps/\(Site.appID)?updateMask=debugTokenLimit",
                "{\"debugTokenLimit\":21}")
            _ = try await admin.object("POST", Self.path, Self.body("t20", Self.secret(20)))
        }
    }

    @Test("is listed in pages, oldest first") func paging() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            for number in 0..<7 {
                live.site.clock.advance(by: 1)
                _ = try await admin.object("POST", Self.path, Self.body("t\(number)", Self.secret(number)))
            }
            var (seen, token, pages): ([String], String?, Int) = ([], nil, 0)
            repeat {
                let query = "?pageSize=3" + (token.map { "&pageToken=\($0)" } ?? "")
                let page = try await admin.object("GET", Self.path + query)
                seen += page.objects("debugTokens").compactMap { $0.string("displayName") }
                token = page.string("nextPageToken")
                pages += 1
            } while token != nil && pages < 10
            #expect(seen == (0..<7).map { "t\($0)" })
            #expect(pages == 3)
            #expect(try await admin.object("GET", "\(Self.path)?pageSize=100").objects("debugTokens").count == 7)
            for query in ["?pageToken=%21", "?pageSize=-1", "?pageSize=x"] {
                #expect(try await admin.call("GET", Self.path + query).status == 400, "\(query)")
            }
        }
    }
}
