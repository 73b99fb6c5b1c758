import AppCheck
import StrictJSON
import TestSupport
import Testing

@Suite("The record of changes") struct AuditTests {
    @Test("says who changed what, when, from what and to what; and nothing of refused changes") func entries()
        async throws
    {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let path = "/v1/projects/shop/apps/\(Site.appID)/appAttestConfig?updateMask=tokenTtl"
            live.site.clock.advance(by: 1)
            _ = try await admin.object("PATCH", path, "{\"tokenTtl\":\"1800s\"}")
            // The same again changes nothing.
            _ = try await admin.object("PATCH", path, "{\"tokenTtl\":\"1800s\"}")
            _ = try await admin.call("PATCH", path, "{\"tokenTtl\":\"1s\"}")
            live.site.clock.advance(by: 1)
            _ = try await admin.object("DELETE", "/assay/v1/projects/shop/apps/\(Site.appID)")
            let entries = try await admin.object("GET", "/assay/v1/projects/shop/auditEntries").objects("auditEntries")
            #expect(
                entries.prefix(2).map { $0.string("action") }
                    == ["projects.apps.delete", "projects.apps.appAttestConfig.patch"])
            let (removal, change) = (entries[0], entries[1])
            #expect(change.string("time") == "2026-01-15T12:00:01Z")
            #expect(change.string("resource") == "projects/1234567890/apps/\(Site.appID)")
            #expect(try #require(change.string("actor")).wholeMatch(of: /admin token [0-9a-f]{32} \(a test\)/) != nil)
            #expect(change.object("before")?.string("tokenTtl") == "3600s")
            #expect(change.object("after")?.string("tokenTtl") == "1800s")
            #expect(removal.object("before")?.string("tokenTtl") == "1800s")
            #expect(removal.object("after") == nil)
        }
    }

    @Test("is read in pages, newest first, of one project or of all") func paging() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            for number in 0..<6 {
                live.site.clock.advance(by: 1)
                _ = try await admin.object(
                    "PATCH", "/assay/v1/projects/shop?updateMask=displayName", "{\"displayName\":\"n\(number)\"}")
            }
            live.site.clock.advance(by: 1)
            _ = try await admin.object("POST", "/assay/v1/projects", "{\"projectId\":\"studio\"}")
            var (names, token): ([String?], String?) = ([], nil)
            repeat {
                let query = "?pageSize=2" + (token.map { "&pageToken=\($0)" } ?? "")
                let page = try await admin.object("GET", "/assay/v1/projects/1234567890/auditEntries\(query)")
                names += page.objects("auditEntries").map { $0.object("after")?.string("displayName") }
                token = page.string("nextPageToken")
            } while token != nil && names.count < 50
            #expect(names.prefix(6) == ["n5", "n4", "n3", "n2", "n1", "n0"])
            let all = try await admin.object("GET", "/assay/v1/auditEntries?pageSize=2").objects("auditEntries")
            #expect(all.first?.string("action") == "projects.create")
            #expect(all.last?.string("action") == "projects.patch")
        }
    }

    @Test("is not for those who are bound to a project, but for that project's part") func scope() async throws {
        try await LiveServer.with { live async throws in
            _ = try await live.administrator().object("POST", "/assay/v1/projects", "{\"projectId\":\"studio\"}")
            let bound = try await live.administrator(.viewer, project: "studio")
            #expect(try await bound.call("GET", "/assay/v1/auditEntries").status == 403)
            #expect(try await bound.call("GET", "/assay/v1/projects/shop/auditEntries").status == 403)
            let own = try await bound.object("GET", "/assay/v1/projects/studio/auditEntries").objects("auditEntries")
            #expect(own.map { $0.string("action") } == ["projects.create"])
        }
    }

    @Test("outlives its project, under the project's number") func afterwards() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            _ = try await admin.object("DELETE", "/assay/v1/projects/shop?force=true")
            let entries = try await admin.object("GET", "/assay/v1/projects/1234567890/auditEntries")
                .objects("auditEntries")
            #expect(entries.first?.string("action") == "projects.delete")
            for reference in ["shop", "0", "01", "12345678901234567890"] {
                let response = try await admin.call("GET", "/assay/v1/projects/\(reference)/auditEntries")
                try expectError(response, 404, "NOT_FOUND", "PROJECT_NOT_FOUND", reference)
            }
        }
    }

    @Test("keeps bearer tokens' names and roles, never the tokens") func adminTokens() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let text = try await admin.call("GET", "/assay/v1/auditEntries").text
            #expect(text.contains("adminTokens.create"))
            #expect(text.contains("\"role\": \"admin\""))
            #expect(!text.contains(try #require(admin.token?.split(separator: "_").last)))
        }
    }
}
