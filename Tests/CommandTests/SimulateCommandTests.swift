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

    private static func outcome(_ server: String) async throws -> BuiltTool.Outcome {
        try await TemporaryFolder.with { folder in
            _ = try BuiltTool.run(["project", "add", "my-project"], in: folder.path)
            _ = try BuiltTool.run(["app", "add", "my-project", "--simulated"], in: folder.path)
            return try await offPool {
                try BuiltTool.run(
                    ["simulate", "--server", server, "--project", "p q", "--app", "a"], in: folder.path)
            }
        }
    }

    @Test(
        "says what is no URL", arguments: ["http://[::1", "http://a b", "http://a:b", "127.0.0.1:80", "http://b\u{FC}"])
    func noURL(_ server: String) async throws {
        let outcome = try await Self.outcome(server)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "assay: error: \(server)/v1/projects/p q/apps/a:generateAppAttestChallenge: is not a URL\n")
    }

    @Test("goes nowhere but to the server, and says that it has no answer as Assay gives it")
    func otherServer() async throws {
        let headers = ["Location: http://127.0.0.1:1/"]
        try await ScriptedServer.with({ _ in .answer("308 Moved", headers: headers, "elsewhere") }) { server in
            let address = "http://127.0.0.1:\(server.port)"
            let outcome = try await Self.outcome(address)
            #expect(outcome.status == 1)
            #expect(
                outcome.errors == """
                    assay: error: generateAppAttestChallenge: the server answered 308 without JSON
                    assay: hint: is \(address) an Assay server?

                    """)
            #expect(
                server.requests.map(\.line)
                    == ["POST /v1/projects/p%20q/apps/a:generateAppAttestChallenge HTTP/1.1"])
            #expect(server.requests.first?.body == [])
            #expect(server.requests.first?.headers["content-type"] == nil)
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
