import AppCheck
import Foundation
import Testing
import TestSupport

@Suite("The first admin token") struct FirstTokenTests {
    @Test("comes with the database that project add makes, for the owner's eyes, and is never said") func made()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let outcome = try BuiltTool.run(["project", "add", "shop"], in: folder.path)
            #expect(outcome.errors == "made the first admin token; it is in ./assay-data/admin.token\n")
            let path = folder.file("assay-data/admin.token")
            #expect(try TemporaryFolder.mode(of: path) == 0o600)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.wholeMatch(of: /assay_[0-9a-f]{32}_[0-9a-f]{64}\n/) != nil)
            #expect(!(outcome.output + outcome.errors).contains(text.dropLast()))
            let caller = try await OpenedDatabase.caller(
                bearing: String(text.dropLast()), in: Bench(folder: folder))
            #expect(caller?.token.role == .admin)
        }
    }

    @Test("is made once only") func once() async throws {
        try await Bench.with { bench in
            let path = bench.folder.file("assay-data/admin.token")
            let first = try String(contentsOfFile: path, encoding: .utf8)
            #expect(try bench.succeed("project", "add", "other").errors.isEmpty)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == first)
            try FileManager.default.removeItem(atPath: path)
            try bench.succeed("project", "add", "third")
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("is not made for a project that cannot be registered") func none() async throws {
        try await TemporaryFolder.with { folder in
            for words in [["No"], ["shop", "--number", "0"], ["shop", "--name", "a\nb"]] {
                let outcome = try BuiltTool.run(["project", "add"] + words, in: folder.path)
                #expect(outcome.status == 1)
                #expect(!FileManager.default.fileExists(atPath: folder.file("assay-data")))
            }
        }
    }

    @Test("is told of by the server that made it, and asked for where there is none") func greeting() async throws {
        try await Bench.with { bench in
            func greeting(_ directory: String) throws -> String {
                try BriefServer.greeting(dataDirectory: directory, in: bench.folder)
            }
            let fresh = try greeting("fresh")
            #expect(fresh.contains("\nadmin      token in fresh/admin.token\n"))
            #expect(!fresh.contains("assay token create"))
            #expect(try TemporaryFolder.mode(of: bench.folder.file("fresh/admin.token")) == 0o600)
            #expect(!(try greeting("assay-data")).contains("token"))
            let id = try #require(bench.fields("token", "list").first?.first)
            try bench.succeed("token", "revoke", id)
            #expect(
                try greeting("assay-data").hasSuffix(
                    "next       assay token create --role admin --name you --data-dir assay-data\n"))
        }
    }
}
