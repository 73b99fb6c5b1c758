import Testing
import TestSupport

@Suite("The tool") struct HelpTests {
    static let commands = [
        "serve", "project add", "project list", "project show", "project update", "project remove", "app add",
        "app list", "app show", "app update", "app counts", "app remove", "key list", "key show", "key revoke",
        "api-key create", "api-key list", "api-key update",
        "api-key remove", "debug-token create", "debug-token list", "debug-token remove", "custom-key add",
        "custom-key list", "custom-key remove", "service list", "service set", "token create", "token list",
        "token revoke", "audit list", "backup", "restore", "export", "import", "verify", "receipt show", "simulate",
        "simulate apple", "version",
    ]

    @Test("names all of its commands") func overview() async throws {
        try await TemporaryFolder.with { folder in
            let outcome = try BuiltTool.run(["--help"], in: folder.path)
            #expect(outcome.status == 0)
            for command in Self.commands { #expect(outcome.output.contains("  \(command) ")) }
            let nothing = try BuiltTool.run([], in: folder.path)
            #expect(nothing.status == 2)
            #expect(nothing.output.isEmpty && nothing.errors == outcome.output)
        }
    }

    @Test("explains each command, wherever --help stands", arguments: commands) func help(_ command: String)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let words = command.split(separator: " ").map(String.init)
            let outcome = try BuiltTool.run(words + ["operand", "--help"], in: folder.path)
            #expect(outcome.status == 0)
            #expect(outcome.output.hasPrefix("usage: assay \(command)"))
            #expect(outcome.output.contains("  --help"))
            #expect(outcome.errors.isEmpty)
        }
    }

    @Test(
        "says what is wrong with a command and where to look",
        arguments: [
            (["serv"], "unknown command serv"),
            (["app"], "app needs a second word: app add, app list, app show, app update, app counts, app remove"),
            (
                ["app", "ad"],
                "app needs a second word: app add, app list, app show, app update, app counts, app remove"
            ),
            (["verify"], "CASE is missing"),
            (["verify", "--jsn", "x"], "unknown option --jsn"),
            (["verify", "--json=yes", "x"], "--json takes no value"),
            (["serve", "--listen"], "--listen needs a value: --listen HOST:PORT"),
            (["serve", "--listen", "a:1", "--listen", "b:1"], "--listen is given twice"),
            (["serve", "here"], "unexpected operand here"),
            (["app", "show", "p"], "APP is missing"),
            (["simulate"], "--server URL is missing"),
            (["simulate", "appl"], "unexpected operand appl"),
            (["simulate", "apple", "x"], "unexpected operand x"),
            (["simulate", "apple", "--answer", "302"], "--answer 302: expected 200, 304, or 400 to 599"),
            (["simulate", "apple", "--answer", "+404"], "--answer +404: expected 200, 304, or 400 to 599"),
            (["simulate", "apple", "--team-id", "me"], "--team-id me: expected ten upper-case letters and digits"),
            (["simulate", "apple", "--always"], "--always goes with --answer"),
            (["simulate", "apple", "--retry-after", "1"], "--retry-after goes with --answer"),
            (["simulate", "apple", "--risk", "-1"], "--risk -1: expected 0 to 999999999"),
            (["key"], "key needs a second word: key list, key show, key revoke"),
            (["key", "show", "p", "a"], "KEY is missing"),
            (["app", "counts", "p", "a", "--days", "0"], "--days 0: expected 1 to 3650"),
            (
                ["simulate", "--server", "x", "--project", "p", "--app", "a", "--assertions", "-1"],
                "--assertions: expected a number from 0 to 10000"
            ),
            (
                ["verify", "--kind", "token", "x"],
                "--kind: expected attestation, assertion, receipt, leafCertificate"
            ),
            (["verify", "--receipts", "lenient", "x"], "--receipts lenient: expected standard, strict, archive"),
            (["receipt"], "receipt needs a second word: receipt show"),
            (["receipt", "show"], "FILE is missing"),
            (["verify", "--json", "--explain", "x"], "--json has every step already: leave --explain out"),
        ]) func misuse(_ words: [String], _ message: String) async throws
    {
        try await TemporaryFolder.with { folder in
            let outcome = try BuiltTool.run(words, in: folder.path)
            #expect(outcome.status == 2)
            #expect(outcome.output.isEmpty)
            let lines = outcome.errors.split(separator: "\n")
            #expect(lines.first.map(String.init) == "assay: error: \(message)")
            #expect(lines.last?.hasPrefix("assay: hint: ") == true)
        }
    }

    @Test("tells its version") func version() async throws {
        try await TemporaryFolder.with { folder in
            for word in ["version", "--version"] {
                let outcome = try BuiltTool.run([word], in: folder.path)
                #expect(outcome.output == "assay 0.1.0\n")
                #expect(outcome.status == 0)
            }
        }
    }
}
