import Foundation
import Glibc
import Testing
import TestSupport

@Suite("The commands export and import") struct ImportCommandTests {
    @Test("move everything into a new database, which a server with the same master key serves") func move()
        async throws
    {
        try await Bench.with { bench in
            _ = try BriefServer.greeting(dataDirectory: "assay-data", in: bench.folder)
            let exported = try bench.succeed("export", "e.txt").output.split(separator: "\n").map(String.init)
            let path = bench.folder.file("e.txt")
            let bytes = try #require(FileManager.default.contents(atPath: path))
            #expect(exported.first == "wrote e.txt, \(bytes.count) bytes")
            #expect(try TemporaryFolder.mode(of: path) == 0o600)
            #expect(
                try bench.run(["export", "e.txt"]).errors.contains("e.txt: exists already, and is not overwritten"))
            #expect(FileManager.default.contents(atPath: path) == bytes)
            #expect(try bench.names("e.txt") == ["e.txt"])

            let imported = try bench.succeed("import", "e.txt", "--data-dir", "new")
            let lines = imported.output.split(separator: "\n").map(String.init)
            #expect(lines.first == "imported e.txt; all rows were read back and are those of the file")
            #expect(lines.dropFirst() == exported.dropFirst())
            #expect(imported.errors == "no master key is here: put that of the old servers here before you start one\n")
            try FileManager.default.copyItem(
                atPath: bench.folder.file("assay-data/master.key"), toPath: bench.folder.file("new/master.key"))
            let greeting = try BriefServer.greeting(dataDirectory: "new", in: bench.folder)
            #expect(greeting.contains("listens on"))
            #expect(!greeting.contains("admin.token"))
        }
    }

    @Test("touch nothing where the file is no good or the master key another one") func refusals() async throws {
        try await Bench.with { bench in
            _ = try BriefServer.greeting(dataDirectory: "assay-data", in: bench.folder)
            try bench.succeed("export", "e.txt")
            let text = try String(contentsOfFile: bench.folder.file("e.txt"), encoding: .utf8)
            try text.replacing("The shop", with: "The shot").write(
                toFile: bench.folder.file("f.txt"), atomically: false, encoding: .utf8)
            let damaged = try bench.run(["import", "f.txt", "--data-dir", "new"])
            #expect(damaged.status == 1)
            #expect(damaged.errors.contains("f.txt: line 4: table projects does not have the rows that it should have"))
            #expect(!FileManager.default.fileExists(atPath: bench.folder.file("new")))

            let otherKey = Data(repeating: 1, count: 32).base64EncodedString()
            let other = try BuiltTool.run(
                ["import", "e.txt", "--data-dir", "new"], in: bench.folder.path,
                environment: ["ASSAY_MASTER_KEY": otherKey])
            #expect(other.errors.contains("e.txt: its server keys do not open with the master key here"))
            #expect(!FileManager.default.fileExists(atPath: bench.folder.file("new/assay.db")))

            let used = try bench.run(["import", "e.txt"])
            #expect(used.status == 1)
            #expect(used.errors.contains("the database is not empty (projects has rows)"))
        }
    }

    @Test("go on where they were killed, and let no server start until they are done") func kill() async throws {
        try await Bench.with { bench in
            try bench.addKeys(6_000)
            let exported = try bench.succeed("export", "e.txt").output.split(separator: "\n").dropFirst()
            let process = Process()
            process.executableURL = URL(fileURLWithPath: BuiltTool.path)
            process.arguments = ["import", "e.txt", "--data-dir", "new"]
            process.currentDirectoryURL = URL(fileURLWithPath: bench.folder.path)
            process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.run()
            while process.isRunning, try bench.importedKeys() < 2_000 { sched_yield() }
            Glibc.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let done = try bench.importedKeys()
            #expect(done >= 2_000 && done < 6_000 && done % 1_000 == 0)

            try FileManager.default.copyItem(
                atPath: bench.folder.file("assay-data/master.key"), toPath: bench.folder.file("new/master.key"))
            for words in [["serve", "--listen", "127.0.0.1:0"], ["project", "list"]] {
                let early = try bench.run(words + ["--data-dir", "new"])
                #expect(early.status == 1)
                #expect(
                    early.errors.contains(
                        "an import into it is not finished: run assay import with the same file again"))
            }
            let resumed = try bench.succeed("import", "e.txt", "--data-dir", "new")
            #expect(resumed.output.split(separator: "\n").dropFirst().elementsEqual(exported))
            let rows = try #require(resumed.errors.firstMatch(of: /went on after ([0-9]+) rows/)).1
            #expect(try #require(Int(rows)) > done)
            let again = try bench.succeed("export", "f.txt", "--data-dir", "new").output.split(separator: "\n")
                .dropFirst()
            #expect(again.elementsEqual(exported))
        }
    }
}

extension Bench {
    fileprivate func addKeys(_ count: Int) throws {
        try RawDatabase(folder.file("assay-data/assay.db")).run(
            """
            INSERT INTO attested_keys (key_id, public_key, project_number, app_id, counter, last_used_at,
                attested_team_id, attested_bundle_id, environment, attested_at)
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            SELECT CAST(printf('%032d', i) AS BLOB), zeroblob(65), '123456789012', '\(Self.app)', i, 5, 'ABCDE12345',
                'com.example.app', 'production', 4 FROM n
            """)
    }

    /// How many keys are in the database that is imported into; none while there is no such table.
    fileprivate func importedKeys() throws -> Int {
        let path = folder.file("new/assay.db")
        guard FileManager.default.fileExists(atPath: path) else { return 0 }
        return (try? RawDatabase(path).number("SELECT count(*) FROM attested_keys")) ?? 0
    }
}
