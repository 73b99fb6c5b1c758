import Foundation
import Testing
import TestSupport

@Suite("The command simulate") struct SimulateCommandTests {
    private static let words = ["simulate", "--server", "http://127.0.0.1:1", "--project", "p", "--app", "a"]

    @Test("needs an authority that an app trusts, and makes none") func noAuthority() async throws {
        try await TemporaryFolder.with { folder in
            let outcome = try BuiltTool.run(Self.words + ["--authority", "typo"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.output.isEmpty)
            #expect(
                outcome.errors == """
                    assay: error: typo: holds no simulated authority
                    assay: hint: assay app add PROJECT --simulated makes one, and an app that trusts it

                    """)
            #expect(!FileManager.default.fileExists(atPath: folder.file("typo")))
        }
    }

    @Test("names the server that does not answer") func noServer() async throws {
        try await TemporaryFolder.with { folder in
            _ = try BuiltTool.run(["project", "add", "my-project"], in: folder.path)
            _ = try BuiltTool.run(["app", "add", "my-project", "--simulated"], in: folder.path)
            let outcome = try BuiltTool.run(Self.words, in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.errors.hasPrefix("assay: error: http://127.0.0.1:1: no answer\n"))
        }
    }
}
