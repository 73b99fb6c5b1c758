import AppCheck
import StrictJSON
import TestSupport
import Testing

@Suite("A project, over REST") struct ProjectTests {
    private static let path = "/assay/v1/projects"

    @Test("is made, read by number and id, renamed and removed") func lifecycle() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let made = try await admin.object(
                "POST", Self.path, "{\"projectId\":\"studio\",\"projectNumber\":\"42\",\"displayName\":\"The studio\"}")
            #expect(made.string("name") == "projects/studio")
            #expect(made.string("projectNumber") == "42")
            #expect(made.string("createTime") == "2026-01-15T12:00:00Z")
            let etag = try #require(made.string("etag"))
            for reference in ["studio", "42"] {
                let read = try await admin.object("GET", "\(Self.path)/\(reference)")
                #expect(read.string("name") == "projects/\(reference)")
                #expect(read.string("etag") == etag)
            }
            live.site.clock.advance(by: 1)
            let renamed = try await admin.object(
                "PATCH", "\(Self.path)/42?updateMask=*", "{\"displayName\":\"Studio\",\"etag\":\"\(etag)\"}")
            #expect(renamed.string("displayName") == "Studio")
            #expect(renamed.string("updateTime") == "2026-01-15T12:00:01Z")
            try await expectError(
                admin.call("DELETE", "\(Self.path)/studio?etag=\(etag)"), 409, "ABORTED", "ETAG_MISMATCH")
            #expect(try await admin.object("DELETE", "\(Self.path)/studio").members.isEmpty)
            try await expectError(admin.call("GET", "\(Self.path)/42"), 404, "NOT_FOUND", "PROJECT_NOT_FOUND")
        }
    }

    @Test("gets a number where none is given") func madeUpNumber() async throws {
        try await LiveServer.with { live async throws in
            let made = try await live.administrator().object("POST", Self.path, "{\"projectId\":\"studio\"}")
            #expect(try #require(made.string("projectNumber")).wholeMatch(of: /[1-9][0-9]{11}/) != nil)
        }
    }

    @Test("must have an id of its own") func invalid() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            for (body, reason, field) in [
                ("{}", "MISSING_FIELD", "project_id"), ("{\"projectId\":\"ab\"}", "INVALID_VALUE", "project_id"),
                ("{\"projectId\":\"Studio\"}", "INVALID_VALUE", "project_id"),
                ("{\"projectId\":\"studio\",\"projectNumber\":\"042\"}", "INVALID_VALUE", "project_number"),
                ("{\"projectId\":\"studio\",\"projectNumber\":42}", "INVALID_VALUE", "project_number"),
                ("{\"projectId\":\"studio\",\"id\":\"x\"}", "UNKNOWN_FIELD", "id"),
            ] {
                try await expectError(
                    admin.call("POST", Self.path, body), 400, "INVALID_ARGUMENT", reason, fields: [field], body)
            }
            for body in [
                "{\"projectId\":\"shop\"}", "{\"projectId\":\"studio\",\"projectNumber\":\"1234567890\"}",
            ] {
                try await expectError(
                    admin.call("POST", Self.path, body), 409, "ALREADY_EXISTS", "ALREADY_EXISTS", body)
            }
            #expect(try await admin.object("GET", Self.path).objects("projects").count == 1)
        }
    }

    @Test("goes with all that is under it only where that is asked for") func cascade() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let bound = try await live.administrator(.viewer, project: "shop")
            _ = try await admin.object(
                "POST", "/v1/projects/shop/apps/\(Site.appID)/debugTokens",
                "{\"displayName\":\"ci\",\"token\":\"00000000-0000-4000-8000-000000000000\"}")
            _ = try await admin.object(
                "PATCH", "/v1/projects/shop/services/a.example?updateMask=*", "{\"enforcementMode\":\"ENFORCED\"}")
            _ = try await admin.object("POST", "\(Self.path)/shop/apiKeys", "{}")
            try await expectError(
                admin.call("DELETE", "\(Self.path)/shop"), 400, "FAILED_PRECONDITION", "IN_USE")
            #expect(try await bound.object("GET", "\(Self.path)/shop/apps").objects("apps").count == 2)
            _ = try await admin.object("DELETE", "\(Self.path)/shop?force=true")
            try await expectError(
                bound.call("GET", "\(Self.path)/shop/apps"), 401, "UNAUTHENTICATED", "UNAUTHENTICATED")
            let challenge = try await live.http.post(live.phone.path("generateAppAttestChallenge"))
            try expectError(challenge, 404, "NOT_FOUND", "PROJECT_NOT_FOUND")
            // What was removed does not come back with the name.
            _ = try await admin.object("POST", Self.path, "{\"projectId\":\"shop\",\"projectNumber\":\"1234567890\"}")
            #expect(try await admin.object("GET", "\(Self.path)/shop/apps").members.isEmpty)
            #expect(try await admin.object("GET", "\(Self.path)/shop/apiKeys").members.isEmpty)
            #expect(try await admin.object("GET", "/v1/projects/shop/services").members.isEmpty)
        }
    }

    @Test("is listed with the others, or alone to whoever is bound to it") func listing() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            for number in 1...4 {
                _ = try await admin.object(
                    "POST", Self.path, "{\"projectId\":\"project-\(number)\",\"projectNumber\":\"\(number)\"}")
            }
            let first = try await admin.object("GET", "\(Self.path)?pageSize=3")
            let token = try #require(first.string("nextPageToken"))
            let second = try await admin.object("GET", "\(Self.path)?pageSize=3&pageToken=\(token)")
            let names = (first.objects("projects") + second.objects("projects")).map { $0.string("projectId") }
            #expect(names == ["project-1", "shop", "project-2", "project-3", "project-4"])
            #expect(second.string("nextPageToken") == nil)
            let bound = try await live.administrator(.viewer, project: "project-2")
            let own = try await bound.object("GET", Self.path).objects("projects")
            #expect(own.map { $0.string("projectId") } == ["project-2"])
        }
    }
}
