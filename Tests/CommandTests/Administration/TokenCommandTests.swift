import AppCheck
import Foundation
import Testing
import TestSupport

@Suite("The commands for bearer tokens") struct TokenCommandTests {
    @Test("make a token that is good at once and good for nothing when it is revoked") func life() async throws {
        try await Bench.with { bench in
            let made = try bench.succeed(
                "token", "create", "--role", "verifier", "--name", "orders", "--expires", "90d")
            let token = made.output.dropLast()
            #expect(made.output.wholeMatch(of: /assay_[0-9a-f]{32}_[0-9a-f]{64}\n/) != nil)
            let caller = try #require(await OpenedDatabase.caller(bearing: String(token), in: bench))
            #expect(caller.token.role == .verifier)
            #expect(caller.token.projectNumber == nil)
            let end = try #require(caller.token.expiresAt)
            #expect(end - caller.token.createdAt == 90 * 86_400)

            let id = caller.token.id
            #expect(try bench.succeed("token", "revoke", id).output == "revoked token \(id)\n")
            #expect(try await OpenedDatabase.caller(bearing: String(token), in: bench) == nil)
            let again = try bench.run(["token", "revoke", id])
            #expect(again.status == 1)
            #expect(
                again.errors == "assay: error: there is no admin token \(id)\nassay: hint: assay token list\n")
        }
    }

    @Test("list each token with role, project, end and name") func list() async throws {
        try await Bench.with { bench in
            try bench.succeed("token", "create", "--role", "minter", "--name", "CI of the shop", "--project", "shop")
            let lines = try bench.fields("token", "list")
            #expect(lines.count == 2)
            #expect(Array(lines[0].dropFirst()) == ["admin", "-", "never", "first administrator"])
            #expect(Array(lines[1].dropFirst()) == ["minter", "123456789012", "never", "CI of the shop"])
            let objects = try bench.objects("token", "list")
            #expect(objects[1]["name"] == "adminTokens/\(lines[1][0])")
            #expect(objects[1]["projectNumber"] == "123456789012")
            #expect(objects[1]["role"] == "minter")
            #expect(objects[0]["expireTime"] == nil)
        }
    }

    @Test("say that the last token is gone") func last() async throws {
        try await Bench.with { bench in
            let id = try #require(bench.fields("token", "list").first?.first)
            #expect(
                try bench.succeed("token", "revoke", id).errors
                    == "it was the last one: assay token create makes another\n")
            #expect(
                try bench.succeed("token", "list").errors
                    == "no tokens yet: assay token create --role admin --name you\n")
        }
    }

    @Test(
        "refuse what makes no token",
        arguments: [
            (["--name", "x"], 2, "--role ROLE is missing"),
            (["--role", "admin"], 2, "--name TEXT is missing"),
            (["--role", "owner", "--name", "x"], 2, "--role owner: expected admin, viewer, minter, verifier"),
            (["--role", "admin", "--name", ""], 1, "display name: expected 1 to 128 characters without"),
            (["--role", "admin", "--name", "a\tb"], 1, "display name: expected 1 to 128 characters"),
            (["--role", "admin", "--name", "x", "--project", "nowhere"], 1, "there is no project nowhere"),
            (["--role", "admin", "--name", "x", "--expires", "0"], 2, "--expires 0: expected a duration from now on"),
            (["--role", "admin", "--name", "x", "--expires", "-1d"], 2, "--expires -1d: expected a duration"),
            (["--role", "admin", "--name", "x", "--expires", "99999999999d"], 2, "--expires 99999999999d: expected"),
        ]) func refusals(_ words: [String], _ status: Int, _ message: String) async throws
    {
        try await Bench.with { bench in
            let outcome = try bench.run(["token", "create"] + words)
            #expect(Int(outcome.status) == status)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("assay: error: \(message)"))
            #expect(try bench.fields("token", "list").count == 1)
        }
    }
}
