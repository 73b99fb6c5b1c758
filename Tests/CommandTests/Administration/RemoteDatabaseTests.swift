import Foundation
import Testing
import TestSupport

@Suite("A PostgreSQL that is not there") struct RemoteDatabaseTests {
    /// Nobody listens on that port of the loopback interface, to which only the system's own services may bind.
    private static let database = "postgresql://assay:hunter2@127.0.0.1:1/assay?connect_timeout=2"

    @Test(
        "is an error of commands, at once and in words that have no password in them",
        arguments: [
            ["app", "list", "shop"], ["token", "create", "--role", "admin", "--name", "you"], ["audit", "list"],
        ]) func commands(_ words: [String]) async throws
    {
        try await TemporaryFolder.with { folder in
            let outcome = try BuiltTool.run(words, in: folder.path, environment: ["ASSAY_DATABASE": Self.database])
            #expect(outcome.status == 1)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.hasPrefix("assay: error: the store is unavailable: "))
            #expect(!outcome.errors.contains("hunter2"))
            // What has no part in it is not made.
            #expect(!FileManager.default.fileExists(atPath: folder.file("assay-data")))
        }
    }

    @Test(
        "is waited for by a server, which answers, logs no password, and ends when it is told to",
        .timeLimit(.minutes(1)))
    func server() async throws {
        try await TemporaryFolder.with { folder in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: BuiltTool.path)
            process.arguments = ["serve", "--listen", "127.0.0.1:0"]
            process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
            process.environment = [
                "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no", "ASSAY_DATABASE": Self.database,
            ]
            let (output, log) = (Pipe(), Pipe())
            (process.standardOutput, process.standardError) = (output, log)
            process.standardInput = FileHandle.nullDevice
            try process.run()
            defer { process.terminate() }
            var text = ""
            while !text.hasSuffix("\n") {
                let data = output.fileHandleForReading.availableData
                #expect(!data.isEmpty)
                guard !data.isEmpty else { break }
                text += String(decoding: data, as: UTF8.self)
            }
            let match = try #require(
                text.firstMatch(of: /listens on http:\/\/127\.0\.0\.1:([0-9]+) and waits for its database:/))
            let http = LoopbackClient(port: try #require(UInt16(match.1)))
            #expect(try await http.get("/healthz").status == 200)
            #expect(try await http.get("/readyz").status == 503)
            process.terminate()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            let lines = String(decoding: log.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(lines.contains("\"waiting for the database\""))
            #expect(!(text + lines).contains("hunter2"))
        }
    }

    @Test("is not taken for one because a setting is malformed, which is not repeated") func malformed() async throws {
        try await TemporaryFolder.with { folder in
            let outcome = try BuiltTool.run(
                ["project", "list"], in: folder.path, environment: ["ASSAY_DATABASE": "assay:hunter2@db"])
            #expect(outcome.status == 1)
            #expect(outcome.errors.hasPrefix("assay: error: ASSAY_DATABASE: expected nothing, or how libpq reaches"))
            #expect(!outcome.errors.contains("hunter2"))
        }
    }
}
