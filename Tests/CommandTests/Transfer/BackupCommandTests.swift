import Foundation
import Testing
import TestSupport

@Suite("The command backup") struct BackupCommandTests {
    @Test("copies the database while a server runs, and says what it wrote") func backup() async throws {
        try await Bench.with { bench in
            try await BriefServer.with(dataDirectory: "assay-data", in: bench.folder) {
                let lines = try bench.succeed("backup", "b.db").output.split(separator: "\n").map(String.init)
                let path = bench.folder.file("b.db")
                let bytes = try #require(FileManager.default.contents(atPath: path))
                let sum = try Shell.output("sha256sum", path).prefix(64)
                #expect(lines.first == "wrote b.db, \(bytes.count) bytes, sha256 \(sum)")
                #expect(lines.contains("projects\t1") && lines.contains("apps\t1") && lines.contains("server_keys\t3"))
                #expect(try TemporaryFolder.mode(of: path) == 0o600)
                // Made to be put away: nothing belongs to it.
                #expect(try bench.names("b.db") == ["b.db"])
            }
        }
    }

    @Test("overwrites nothing and leaves nothing behind where it fails") func failures() async throws {
        try await Bench.with { bench in
            let path = bench.folder.file("b.db")
            try Data("mine".utf8).write(to: URL(filePath: path))
            let taken = try bench.run(["backup", "b.db"])
            #expect(taken.status == 1)
            #expect(taken.errors == "assay: error: b.db: exists already, and is not overwritten\n")
            #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
            #expect(
                try bench.run(["backup", "none/b.db"]).errors.hasPrefix("assay: error: none/b.db: cannot be made; "))
            #expect(
                try bench.run(["backup", "c.db", "--data-dir", "other"]).errors.hasPrefix(
                    "assay: error: other: holds no database"))
            try Damage.overwritePages(of: bench.folder.file("assay-data/assay.db"))
            let damaged = try bench.run(["backup", "c.db"])
            #expect(damaged.status == 1)
            #expect(damaged.errors.contains("the database is damaged; restore a backup"))
            #expect(try bench.names("c.db") == [])
        }
    }
}

@Suite("The command restore") struct RestoreCommandTests {
    private static let database = "./assay-data/assay.db"

    @Test("puts a backup in the place of the database, which is moved aside, and voids challenges")
    func restore() async throws {
        try await Bench.with { bench in
            _ = try BriefServer.greeting(dataDirectory: "assay-data", in: bench.folder)
            try bench.succeed("backup", "b.db")
            let keys = try bench.challengeKeys()
            #expect(keys.count == 1)
            try bench.succeed("project", "add", "later", "--number", "2")
            let outcome = try bench.succeed("restore", "b.db", "--replace")
            #expect(outcome.output.hasPrefix("restored \(Self.database) from b.db\n"))
            #expect(outcome.output.contains("\nprojects\t1\n"))
            let notes = outcome.errors.split(separator: "\n").map(String.init)
            let aside = try #require(notes.first?.wholeMatch(of: /the database that was there is now (.+)/)).1
            #expect(aside.hasPrefix("\(Self.database).replaced-20"))
            #expect(
                notes.dropFirst() == [
                    "challenges from before the restore are void; the next start makes a new key for them"
                ])

            #expect(try bench.fields("project", "list").count == 1)
            #expect(try bench.challengeKeys() == [])
            let old = try RawDatabase(bench.folder.file(String(aside)))
            #expect(try old.number("SELECT count(*) FROM projects") == 2)
            #expect(try TemporaryFolder.mode(of: bench.folder.file(Self.database)) == 0o600)
            _ = try BriefServer.greeting(dataDirectory: "assay-data", in: bench.folder)
            let renewed = try bench.challengeKeys()
            #expect(renewed.count == 1 && renewed != keys)
        }
    }

    @Test("makes the data directory, and asks for the master key that it lacks") func newDirectory() async throws {
        try await Bench.with { bench in
            _ = try BriefServer.greeting(dataDirectory: "assay-data", in: bench.folder)
            let written = try bench.succeed("backup", "b.db").output
            let sum = try #require(written.firstMatch(of: /sha256 ([0-9a-f]{64})/)).1
            let outcome = try bench.succeed("restore", "b.db", "--sha256", String(sum), "--data-dir", "new")
            #expect(
                outcome.errors.hasSuffix(
                    "no master key is here: put that of the backup's servers here before you start one\n"))
            #expect(try bench.run(["serve", "--data-dir", "new", "--listen", "127.0.0.1:0"]).status == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.file("new")) == ["assay.db"])
        }
    }

    @Test("replaces nothing by itself, nothing while a server runs, and nothing by what is no good")
    func refusals() async throws {
        try await Bench.with { bench in
            _ = try BriefServer.greeting(dataDirectory: "assay-data", in: bench.folder)
            try bench.succeed("backup", "b.db")
            try bench.succeed("project", "add", "later", "--number", "2")
            func refused(_ reason: String, environment: [String: String] = [:], _ words: String...) throws {
                let outcome = try BuiltTool.run(["restore"] + words, in: bench.folder.path, environment: environment)
                #expect(outcome.status != 0 && outcome.errors.contains(reason), "\(words) \(outcome.errors)")
                #expect(try bench.names("assay.db", in: "assay-data").filter { $0.contains(".db.") } == [])
                #expect(try bench.fields("project", "list").count == 2)
            }
            try refused("\(Self.database): is there already; add --replace to have it moved aside", "b.db")
            try refused("none.db: is missing or cannot be read", "none.db", "--replace")
            let zeros = String(repeating: "0", count: 64)
            try refused("b.db: does not have that checksum", "b.db", "--replace", "--sha256", zeros)
            try refused("--sha256: expected 64 hexadecimal digits", "b.db", "--replace", "--sha256", "12")
            let otherKey = Data(repeating: 1, count: 32).base64EncodedString()
            try refused(
                "b.db: its server keys do not open with the master key here",
                environment: ["ASSAY_MASTER_KEY": otherKey], "b.db", "--replace")
            try Data("Dear diary".utf8).write(to: URL(filePath: bench.folder.file("text")))
            try refused("text: the file is not an SQLite database", "text", "--replace")
            let newer = bench.folder.file("newer.db")
            try FileManager.default.copyItem(atPath: bench.folder.file("b.db"), toPath: newer)
            try RawDatabase(newer).run("INSERT INTO schema_migrations (number, name) VALUES (6, 'of tomorrow')")
            try refused("newer.db: it has schema 6 and this version", "newer.db", "--replace")
            try Damage.overwritePages(of: newer)
            try refused("newer.db: the database is damaged", "newer.db", "--replace")
            try await BriefServer.with(dataDirectory: "assay-data", in: bench.folder) {
                try refused("\(Self.database): a server or another command uses it; stop it first", "b.db", "--replace")
            }
        }
    }

    @Test("moves a damaged database aside too, with what is left of its log") func damaged() async throws {
        try await Bench.with { bench in
            try bench.succeed("backup", "b.db")
            let path = bench.folder.file(Self.database)
            try Data(repeating: 0xA5, count: 8_192).write(to: URL(filePath: path))
            try Data("log".utf8).write(to: URL(filePath: path + "-wal"))
            try bench.succeed("restore", "b.db", "--replace")
            #expect(try bench.fields("project", "list").count == 1)
            let names = try bench.names("assay.db.replaced", in: "assay-data")
            // Looking at it may have made an index of its log.
            #expect(names.contains(names[0] + "-wal"))
            #expect(
                FileManager.default.contents(atPath: bench.folder.file("assay-data/\(names[0])"))
                    == Data(repeating: 0xA5, count: 8_192))
        }
    }
}

extension Bench {
    /// The files whose names begin so, in order.
    func names(_ beginning: String, in folder: String = ".") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: self.folder.file(folder))
            .filter { $0.hasPrefix(beginning) }.sorted()
    }

    /// The ids of the keys of challenges.
    fileprivate func challengeKeys() throws -> [[String]] {
        try RawDatabase(folder.file("assay-data/assay.db")).rows("SELECT id FROM server_keys WHERE kind = 'challenge'")
    }
}

/// Tools of the system.
enum Shell {
    static func output(_ words: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        process.waitUntilExit()
        return String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
}
