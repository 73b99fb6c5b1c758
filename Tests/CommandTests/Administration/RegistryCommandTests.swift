import Foundation
import Testing
import TestSupport

@Suite("The registry's commands") struct RegistryCommandTests {
    @Test("register a project and an app, show and list them, and remove the app") func roundTrip() async throws {
        try await TemporaryFolder.with { folder in
            func assay(_ words: String...) throws -> BuiltTool.Outcome { try BuiltTool.run(words, in: folder.path) }

            let project = try assay("project", "add", "my-project", "--number", "123456789012")
            #expect(project.output == "added project my-project, number 123456789012\n")
            let app = try assay(
                "app", "add", "123456789012", "1:123456789012:ios:ab", "--team-id", "ABCDE12345", "--bundle-id",
                "com.example.app", "--bundle-id", "com.example.app.share", "--environment", "production",
                "--environment", "development", "--token-ttl", "2h")
            #expect(app.status == 0)
            #expect(app.output.contains("clients use projects/my-project/apps/1:123456789012:ios:ab\n"))
            #expect(app.errors.isEmpty)
            let shown = try assay("app", "show", "my-project", "1:123456789012:ios:ab").output
            #expect(shown.contains("bundle ids    com.example.app, com.example.app.share\n"))
            #expect(shown.contains("environments  development, production\n"))
            #expect(shown.contains("trusts        Apple App Attestation Root CA\n"))
            #expect(shown.contains("token ttl     7200s\n"))
            #expect(try assay("project", "list").output == "my-project\t123456789012\t-\n")
            #expect(
                try assay("app", "list", "my-project").output
                    == "1:123456789012:ios:ab\tABCDE12345.com.example.app,ABCDE12345.com.example.app.share\tApple\t-\n")
            #expect(try assay("app", "remove", "my-project", "1:123456789012:ios:ab").status == 0)
            #expect(try assay("app", "list", "my-project").output.isEmpty)
            #expect(try assay("app", "remove", "my-project", "1:123456789012:ios:ab").status == 1)
        }
    }

    @Test("make up numbers and names where none are given, and warn of other roots") func madeUp() async throws {
        try await TemporaryFolder.with { folder in
            let project = try BuiltTool.run(["project", "add", "my-project"], in: folder.path).output
            #expect(project.wholeMatch(of: /added project my-project, number [1-9][0-9]{11}\n/) != nil)
            let app = try BuiltTool.run(["app", "add", "my-project", "--simulated"], in: folder.path)
            #expect(app.output.firstMatch(of: /added app 1:[0-9]{12}:ios:[0-9a-f]{16} to/) != nil)
            #expect(app.errors.contains("warning: this app trusts a root that is not Apple's"))
            #expect(
                try BuiltTool.run(["app", "list", "my-project"], in: folder.path).output.contains("\tOTHER ROOT\t-\n"))
        }
    }

    @Test("read the configuration file that flag or variable names, and take an empty variable for none")
    func configurationFile() async throws {
        try await TemporaryFolder.with { folder in
            try Data("{dataDir: 'elsewhere'}".utf8).write(to: URL(fileURLWithPath: folder.file("assay.json5")))
            func add(_ id: String, _ words: [String], _ variable: String?) throws -> BuiltTool.Outcome {
                try BuiltTool.run(
                    ["project", "add", id] + words, in: folder.path,
                    environment: variable.map { ["ASSAY_CONFIG": $0] } ?? [:])
            }
            #expect(try add("by-flag", ["--config", "assay.json5"], nil).status == 0)
            #expect(try add("by-variable", [], "assay.json5").status == 0)
            #expect(try add("by-neither", [], "").status == 0)
            let missing = try add("by-nothing", [], "none.json5")
            #expect(missing.status == 1)
            #expect(missing.errors == "assay: error: none.json5: cannot be read\n")
            let elsewhere = try BuiltTool.run(["project", "list", "--data-dir", "elsewhere"], in: folder.path).output
            #expect(
                elsewhere.split(separator: "\n").map { $0.prefix { $0 != "\t" } }.sorted() == [
                    "by-flag", "by-variable",
                ])
            #expect(FileManager.default.fileExists(atPath: folder.file("assay-data/assay.db")))
        }
    }

    @Test("refuse a folder without a database, and make nothing in it") func wrongFolder() async throws {
        try await TemporaryFolder.with { folder in
            for words in [["project", "list"], ["app", "list", "p"], ["app", "add", "p", "--simulated"]] {
                let outcome = try BuiltTool.run(words + ["--data-dir", "typo"], in: folder.path)
                #expect(outcome.status == 1)
                #expect(
                    outcome.errors.contains(
                        "assay: error: typo: holds no database; assay serve and assay project add make one"))
                #expect(!FileManager.default.fileExists(atPath: folder.file("typo")))
            }
        }
    }

    @Test(
        "refuse what cannot be registered, and say what is expected",
        arguments: [
            (["project", "add", "My"], "project id: expected 4 to 63 lower-case letters"),
            (["project", "add", "taken"], "exists already"),
            (["project", "add", "other", "--number", "0"], "project number: expected 1 to 19 decimal digits"),
            (["app", "add", "nowhere", "--team-id", "ABCDE12345", "--bundle-id", "b"], "there is no project nowhere"),
            (["app", "add", "taken", "--bundle-id", "b"], "--team-id T is missing"),
            (["app", "add", "taken", "--team-id", "abc", "--bundle-id", "b"], "team id: expected ten"),
            (["app", "add", "taken", "--team-id", "ABCDE12345"], "bundle id: expected at least one"),
            (
                ["app", "add", "taken", "--team-id", "ABCDE12345", "--bundle-id", "b", "--token-ttl", "29m"],
                "token TTL: expected 30 minutes to 7 days (1800 to 604800 seconds)"
            ),
            (
                ["app", "add", "taken", "--team-id", "ABCDE12345", "--bundle-id", "b", "--environment", "sandbox"],
                "--environment sandbox: expected production or development"
            ),
            (
                ["app", "add", "taken", "--team-id", "ABCDE12345", "--bundle-id", "b", "--trust-anchor", "none.pem"],
                "none.pem: cannot be read"
            ),
            (["app", "show", "taken", "x"], "there is no app x in project taken"),
        ]) func refusals(_ words: [String], _ message: String) async throws
    {
        try await TemporaryFolder.with { folder in
            _ = try BuiltTool.run(["project", "add", "taken"], in: folder.path)
            let outcome = try BuiltTool.run(words, in: folder.path)
            #expect(outcome.status != 0)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("assay: error: "))
            #expect(outcome.errors.contains(message))
        }
    }
}
