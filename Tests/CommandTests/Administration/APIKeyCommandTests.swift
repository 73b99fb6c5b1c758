import AppCheck
import Testing
import TestSupport

@Suite("The commands for API keys") struct APIKeyCommandTests {
    @Test("make a key that exchanges need from then on, and end it") func life() async throws {
        try await Bench.with { bench in
            #expect(try await OpenedDatabase.refusal(ofAPIKey: nil, in: bench) == nil)
            let made = try bench.succeed("api-key", "create", "shop", "--name", "phones")
            let key = String(made.output.dropLast())
            #expect(made.output.wholeMatch(of: /assaykey_[0-9a-f]{32}_[0-9a-f]{64}\n/) != nil)
            #expect(made.errors.contains("it is the project's first: exchanges without a key are refused from now on"))
            #expect(try await OpenedDatabase.refusal(ofAPIKey: nil, in: bench) == .apiKeyMissing)
            #expect(try await OpenedDatabase.refusal(ofAPIKey: key, in: bench) == nil)
            #expect(!(try bench.succeed("api-key", "create", "shop").errors.contains("first")))

            let lines = try bench.fields("api-key", "list", "shop")
            #expect(lines.map { [$0[1], $0[3]] } == [["-", "phones"], ["-", "-"]])
            let removal = try bench.succeed("api-key", "remove", "shop", lines[0][0])
            #expect(removal.errors.isEmpty)
            #expect(try await OpenedDatabase.refusal(ofAPIKey: key, in: bench) == .apiKeyInvalid)
            #expect(
                try bench.succeed("api-key", "remove", "shop", lines[1][0]).errors
                    == "assay: warning: it was the project's last: exchanges need no key from now on\n")
            #expect(try await OpenedDatabase.refusal(ofAPIKey: nil, in: bench) == nil)
        }
    }

    @Test("bind a key to bundle ids and let it go again") func bundleIDs() async throws {
        try await Bench.with { bench in
            let key = String(
                try bench.succeed("api-key", "create", "shop", "--bundle-id", "com.example.app").output.dropLast())
            let id = try #require(bench.fields("api-key", "list", "shop").first?.first)
            #expect(
                try await OpenedDatabase.refusal(ofAPIKey: key, bundleID: "com.other", in: bench)
                    == .apiKeyBlocked(bundleID: "com.other"))
            try bench.succeed("api-key", "update", "shop", id, "--bundle-id", "com.a", "--bundle-id", "com.other")
            #expect(try await OpenedDatabase.refusal(ofAPIKey: key, bundleID: "com.other", in: bench) == nil)
            try bench.succeed("api-key", "update", "shop", id, "--name", "renamed")
            let object = try #require(bench.objects("api-key", "list", "shop").first)
            #expect(object["name"] == "projects/shop/apiKeys/\(id)")
            #expect(object["displayName"] == "renamed")
            #expect(object["bundleIds"] == "com.a,com.other")
            try bench.succeed("api-key", "update", "shop", id, "--any-bundle-id")
            #expect(try await OpenedDatabase.refusal(ofAPIKey: key, bundleID: "com.third", in: bench) == nil)
        }
    }

    @Test(
        "refuse what is no change",
        arguments: [
            (["create", "nowhere"], 1, "there is no project nowhere"),
            (["create", "shop", "--bundle-id", "a b"], 1, "bundle id: expected"),
            (
                ["update", "shop", Bench.unknownID], 2,
                "nothing to change: give one of --name, --bundle-id, --any-bundle-id"
            ),
            (
                ["update", "shop", Bench.unknownID, "--name", "y"], 1,
                "there is no API key \(Bench.unknownID) in project shop"
            ),
            (
                ["update", "shop", Bench.unknownID, "--bundle-id", "b", "--any-bundle-id"], 2,
                "--any-bundle-id and --bundle-id exclude each other"
            ),
            (["remove", "shop"], 2, "ID is missing"),
            (["remove", "shop", Bench.unknownID], 1, "there is no API key \(Bench.unknownID)"),
            (["remove", "shop", "x"], 2, "this is no id: 32 hexadecimal digits, as lists show them"),
            (["list"], 2, "PROJECT is missing"),
        ]) func refusals(_ words: [String], _ status: Int, _ message: String) async throws
    {
        try await Bench.with { bench in
            let outcome = try bench.run(["api-key"] + words)
            #expect(Int(outcome.status) == status)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("assay: error: \(message)"))
        }
    }
}
