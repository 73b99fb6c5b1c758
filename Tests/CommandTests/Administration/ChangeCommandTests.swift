import Foundation
import Testing
import TestSupport

@Suite("The commands that change projects and apps") struct ChangeCommandTests {
    @Test("rename a project and show it") func project() async throws {
        try await Bench.with { bench in
            try bench.succeed("project", "update", "123456789012", "--name", "Shop")
            let shown = try bench.succeed("project", "show", "shop").output
            #expect(shown.hasPrefix("project   shop\nnumber    123456789012\nname      Shop\napps      1\n"))
            #expect(shown.contains("api keys  none: exchanges need none\n"))
            let object = try #require(bench.objects("project", "show", "123456789012").first)
            #expect(object["name"] == "projects/shop")
            #expect(object["projectNumber"] == "123456789012")
            #expect(object["displayName"] == "Shop")
        }
    }

    @Test("change what options name of an app, and nothing else") func app() async throws {
        try await Bench.with { bench in
            try bench.succeed(
                "app", "update", "shop", Bench.app, "--bundle-id", "com.example.new", "--environment", "development",
                "--token-ttl", "2h")
            let first = try #require(bench.objects("app", "show", "shop", Bench.app).first)
            #expect(first["name"] == "projects/shop/apps/\(Bench.app)")
            #expect(first["displayName"] == "The app")
            #expect(first["teamId"] == "ABCDE12345")
            #expect(first["bundleIds"] == "com.example.new")
            #expect(first["environments"] == "DEVELOPMENT")
            #expect(first["tokenTtl"] == "7200s")
            #expect(first["debugTokenLimit"] == "20")
            try bench.succeed(
                "app", "update", "shop", Bench.app, "--name", "", "--team-id", "ZYXWV98765", "--debug-token-limit", "0")
            let second = try bench.succeed("app", "show", "shop", Bench.app).output
            #expect(second.contains("name          -\n"))
            #expect(second.contains("team id       ZYXWV98765\n"))
            #expect(second.contains("bundle ids    com.example.new\n"))
            #expect(second.contains("debug tokens  at most 0\n"))
        }
    }

    @Test("give an app another root, with a warning, and take it away") func roots() async throws {
        try await Bench.with { bench in
            try bench.succeed("app", "add", "shop", "simulated", "--simulated")
            let outcome = try bench.succeed(
                "app", "update", "shop", Bench.app, "--trust-anchor", "assay-authority/root.pem")
            #expect(outcome.errors.contains("warning: this app trusts a root that is not Apple's"))
            #expect(try bench.fields("app", "list", "shop").map(\.[2]) == ["OTHER ROOT", "OTHER ROOT"])
            #expect(try bench.succeed("app", "update", "shop", Bench.app, "--apple-root").errors.isEmpty)
            #expect(try bench.fields("app", "list", "shop").map(\.[2]) == ["Apple", "OTHER ROOT"])
        }
    }

    @Test("remove a project with all it has, only when told to") func removal() async throws {
        try await Bench.with { bench in
            let refused = try bench.run(["project", "remove", "shop"])
            #expect(refused.status == 1)
            #expect(
                refused.errors == """
                    assay: error: project shop still has apps, services, keys or tokens
                    assay: hint: remove them first, or add --force to remove all of it

                    """)
            try bench.succeed("debug-token", "create", "shop", Bench.app, "--name", "CI")
            try bench.succeed("api-key", "create", "shop")
            let token = try bench.succeed(
                "token", "create", "--role", "admin", "--name", "of the shop", "--project", "shop")
            try bench.succeed("service", "set", "shop", "orders", "--enforcement", "off")
            #expect(
                try bench.succeed("project", "remove", "shop", "--force").output
                    == "removed project shop, number 123456789012\n")
            #expect(try bench.fields("project", "list").isEmpty)
            #expect(try await OpenedDatabase.caller(bearing: String(token.output.dropLast()), in: bench) == nil)
            #expect(try bench.fields("audit", "list", "123456789012").first?[2] == "projects.delete")
            #expect(
                try bench.run(["audit", "list", "shop"]).errors.hasPrefix("assay: error: there is no project shop"))
        }
    }

    @Test(
        "refuse what is no change",
        arguments: [
            (["app", "update", "shop", Bench.app], 2, "nothing to change: give one of --name, --team-id"),
            (["app", "update", "shop", "none", "--name", "x"], 1, "there is no app none in project shop"),
            (["app", "update", "shop", Bench.app, "--team-id", "x"], 1, "team id: expected ten upper-case letters"),
            (["app", "update", "shop", Bench.app, "--token-ttl", "1m"], 1, "token TTL: expected 30 minutes to 7 days"),
            (["app", "update", "shop", Bench.app, "--token-ttl", "soon"], 2, "--token-ttl soon: expected a duration"),
            (
                ["app", "update", "shop", Bench.app, "--debug-token-limit", "+5"], 2,
                "--debug-token-limit +5: expected 0"
            ),
            (
                ["app", "update", "shop", Bench.app, "--apple-root", "--trust-anchor", "x"], 1, "x: cannot be read"
            ),
            (["project", "update", "shop"], 2, "--name TEXT is missing"),
            (["project", "update", "nowhere", "--name", "x"], 1, "there is no project nowhere"),
            (["project", "show", "nowhere"], 1, "there is no project nowhere"),
            (["project", "remove", "nowhere", "--force"], 1, "there is no project nowhere"),
        ]) func refusals(_ words: [String], _ status: Int, _ message: String) async throws
    {
        try await Bench.with { bench in
            let outcome = try bench.run(words)
            #expect(Int(outcome.status) == status)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("assay: error: \(message)"))
        }
    }
}
