import Foundation
import Testing
import TestSupport

@Suite("A secret") struct SecrecyTests {
    @Test("is alone on standard output when it is made, and nowhere afterwards") func once() async throws {
        try await Bench.with { bench in
            let made = [
                try bench.succeed("token", "create", "--role", "admin", "--name", "you"),
                try bench.succeed("api-key", "create", "shop"),
                try bench.succeed("debug-token", "create", "shop", Bench.app, "--name", "CI"),
            ]
            var secrets = made.map { String($0.output.dropLast()) }
            for (outcome, secret) in zip(made, secrets) {
                #expect(!secret.isEmpty && !secret.contains("\n"))
                #expect(outcome.errors.contains("it is shown this once"))
                #expect(!outcome.errors.contains(secret))
            }
            // What is in them apart from their ids, in either case.
            secrets = secrets.map { $0.split(separator: "_").last.map { $0.lowercased() } ?? "" }
            let listings = [
                ["audit", "list"], ["token", "list"], ["api-key", "list", "shop"],
                ["debug-token", "list", "shop", Bench.app], ["project", "show", "shop"],
                ["app", "show", "shop", Bench.app],
            ]
            for words in listings.flatMap({ [$0, $0 + ["--json"]] }) {
                let outcome = try bench.run(words)
                #expect(outcome.status == 0)
                for secret in secrets { #expect(!(outcome.output + outcome.errors).lowercased().contains(secret)) }
            }
            for name in try FileManager.default.contentsOfDirectory(atPath: bench.folder.file("assay-data")) {
                let bytes = try #require(FileManager.default.contents(atPath: bench.folder.file("assay-data/\(name)")))
                let text = String(decoding: bytes, as: UTF8.self).lowercased()
                for secret in secrets { #expect(!text.contains(secret), "\(name) has a secret in it") }
            }
        }
    }

    @Test("is refused where its id is wanted, and not repeated") func asOperand() async throws {
        try await Bench.with { bench in
            let digits = String(repeating: "0a", count: 32)
            let commands = [
                ["token", "revoke", "assay_\(digits.prefix(32))_\(digits)"],
                // A digit is missing: as good as the whole to whoever sees it.
                ["token", "revoke", "assay_\(digits.prefix(32))_\(digits.dropLast())"],
                ["api-key", "remove", "shop", "assaykey_\(digits.prefix(32))_\(digits)"],
                ["api-key", "update", "shop", "assaykey_\(digits.prefix(32))_\(digits)", "--name", "x"],
                ["debug-token", "remove", "shop", Bench.app, "0F1E2D3C-4B5A-4978-8695-A4B3C2D1E0F0"],
            ]
            for words in commands {
                let outcome = try bench.run(words)
                #expect(outcome.status == 2)
                #expect(
                    outcome.errors == """
                        assay: error: this is a secret, and the command takes its id, as lists show it
                        assay: hint: arguments are seen by everybody on the machine: end this one and make another

                        """)
            }
        }
    }
}
