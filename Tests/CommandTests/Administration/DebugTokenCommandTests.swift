import Testing
import TestSupport

@Suite("The commands for debug tokens") struct DebugTokenCommandTests {
    private static let secret = "0F1E2D3C-4B5A-4978-8695-A4B3C2D1E0F0"

    @Test("make a secret up and print it alone, or take one from standard input and print none") func life()
        async throws
    {
        try await Bench.with { bench in
            let made = try bench.succeed("debug-token", "create", "shop", Bench.app, "--name", "a Mac")
            #expect(
                made.output.wholeMatch(
                    of: /[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}\n/) != nil)
            let given = try bench.succeed(
                "debug-token", "create", "shop", Bench.app, "--name", "CI", "--secret-stdin", "--expires", "12h",
                input: Self.secret + "\n")
            #expect(given.output.isEmpty)
            #expect(!given.errors.contains(Self.secret))
            let lines = try bench.fields("debug-token", "list", "shop", Bench.app)
            #expect(lines.map(\.[3]) == ["a Mac", "CI"])
            #expect(lines[0][1] == "never")
            #expect(lines[1][1].wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z/) != nil)
            let again = try bench.run(
                ["debug-token", "create", "shop", Bench.app, "--name", "x", "--secret-stdin"],
                input: " \t\(Self.secret.lowercased()) \r\n")
            #expect(again.status == 1)
            #expect(again.errors == "assay: error: a debug token with this secret exists already\n")
            #expect(
                try bench.succeed("debug-token", "remove", "shop", Bench.app, lines[0][0]).output
                    == "removed debug token \(lines[0][0])\n")
            let objects = try bench.objects("debug-token", "list", "shop", Bench.app)
            #expect(objects.count == 1)
            #expect(objects[0]["name"] == "projects/shop/apps/\(Bench.app)/debugTokens/\(lines[1][0])")
            #expect(objects[0]["expireTime"] == lines[1][1])
        }
    }

    @Test("stop at the app's limit, and say how to raise it") func limit() async throws {
        try await Bench.with { bench in
            try bench.succeed("app", "update", "shop", Bench.app, "--debug-token-limit", "1")
            try bench.succeed("debug-token", "create", "shop", Bench.app, "--name", "one")
            let outcome = try bench.run(["debug-token", "create", "shop", Bench.app, "--name", "two"])
            #expect(outcome.status == 1)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("assay: error: there are 1 of this kind already"))
            #expect(outcome.errors.contains("assay app update shop \(Bench.app) --debug-token-limit N allows more"))
        }
    }

    @Test(
        "refuse what is no secret, without repeating it",
        arguments: [
            ("", 2, "standard input holds no secret"), ("\n", 2, "standard input holds no secret"),
            ("hunter2", 1, "debug token: expected a UUID of version 4"),
            ("0F1E2D3C-4B5A-1978-8695-A4B3C2D1E0F0", 1, "debug token: expected a UUID of version 4"),
        ]) func badSecrets(_ input: String, _ status: Int, _ message: String) async throws
    {
        try await Bench.with { bench in
            let outcome = try bench.run(
                ["debug-token", "create", "shop", Bench.app, "--name", "x", "--secret-stdin"], input: input)
            #expect(Int(outcome.status) == status)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.split(separator: "\n").first.map(String.init) == "assay: error: \(message)")
        }
    }

    @Test(
        "name what is missing",
        arguments: [
            (["create", "shop", Bench.app], 2, "--name TEXT is missing"),
            (["create", "shop", "none", "--name", "x"], 1, "there is no app none in project shop"),
            (["create", "nowhere", "none", "--name", "x"], 1, "there is no project nowhere"),
            (
                ["remove", "shop", Bench.app, Bench.unknownID], 1,
                "there is no debug token \(Bench.unknownID) of app \(Bench.app) in project shop"
            ),
            (["list", "shop"], 2, "APP is missing"),
        ]) func refusals(_ words: [String], _ status: Int, _ message: String) async throws
    {
        try await Bench.with { bench in
            let outcome = try bench.run(["debug-token"] + words)
            #expect(Int(outcome.status) == status)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("assay: error: \(message)"))
        }
    }
}
