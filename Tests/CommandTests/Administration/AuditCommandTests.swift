import Foundation
import Testing
import TestSupport

@Suite("The record of changes, as the command lists it,") struct AuditCommandTests {
    @Test("has who, what and which, the newest first") func entries() async throws {
        try await Bench.with { bench in
            try bench.succeed("app", "update", "shop", Bench.app, "--token-ttl", "2h")
            let lines = try bench.fields("audit", "list")
            #expect(
                lines.map { Array($0[2...]) } == [
                    ["projects.apps.patch", "projects/123456789012/apps/\(Bench.app)", "tokenTtl: 3600s -> 7200s"],
                    ["projects.apps.create", "projects/123456789012/apps/\(Bench.app)", "-"],
                    ["projects.create", "projects/123456789012", "-"],
                    ["adminTokens.create", "adminTokens/\(try bench.fields("token", "list")[0][0])", "-"],
                ])
            #expect(lines[0][0].wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z/) != nil)
            #expect(lines[0][1].wholeMatch(of: /command line \([ -~]+\)/) != nil)
            #expect(lines[3][1] == "first start")
        }
    }

    @Test("can be cut to a number of entries or a project, and printed as JSON") func cut() async throws {
        try await Bench.with { bench in
            try bench.succeed("project", "add", "other")
            #expect(
                try bench.fields("audit", "list", "--limit", "2").map(\.[2]) == [
                    "projects.create", "projects.apps.create",
                ])
            #expect(
                try bench.fields("audit", "list", "shop").map(\.[2]) == ["projects.apps.create", "projects.create"])
            let line = try bench.run(["audit", "list", "--limit", "1", "--json"]).output
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(object.keys.sorted() == ["action", "actor", "after", "name", "resource", "time"])
            #expect((object["after"] as? [String: String])?["projectId"] == "other")
        }
    }

    @Test("says nothing of a rule that is as empty as it was before it was there") func emptyRule() async throws {
        try await Bench.with { bench in
            try bench.succeed("app", "update", "shop", Bench.app, "--min-version", "1.4:if-present")
            let change = try #require(bench.fields("audit", "list", "--limit", "1").first?.last)
            #expect(change.contains("launchPolicy.bundleVersion.minimum: - -> 1.4"))
            #expect(!change.contains("- -> -"))
        }
    }

    @Test(
        "refuses limits and operands that are none",
        arguments: [
            (["--limit", "0"], "--limit 0: expected 1 to 100000"),
            (["--limit", "many"], "--limit many: expected 1 to 100000"),
            (["shop", "other"], "unexpected operand other"),
        ]) func refusals(_ words: [String], _ message: String) async throws
    {
        try await Bench.with { bench in
            let outcome = try bench.run(["audit", "list"] + words)
            #expect(outcome.status == 2)
            #expect(outcome.errors.hasPrefix("assay: error: \(message)\n"))
        }
    }
}
