import AssayServer
import Foundation
import Testing
import TestSupport

@Suite("The configuration file", .onSQLite("asks no store for anything")) struct ConfigurationFileTests {
    private func read(_ text: String) async throws -> [String: String] {
        try await TemporaryFolder.with { folder in
            let path = folder.file("assay.json5")
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            do throws(ConfigurationFaults) { return try ConfigurationFile.read(path) } catch {
                throw ConfigurationFaults(error.faults.map { $0.replacing(path, with: "FILE") })
            }
        }
    }

    @Test("is JSON5: comments, bare names, single quotes, trailing commas") func json5() async throws {
        let settings = try await read(
            """
            // where it listens
            {
              listen: '0.0.0.0:8080', /* behind a proxy */
              "threads": 4,
              challengeTTL: "5m",
            }
            """)
        #expect(settings == ["listen": "0.0.0.0:8080", "threads": "4", "challengeTTL": "5m"])
        #expect(try ServerConfiguration(file: settings).threads == 4)
    }

    @Test(
        "has texts and whole numbers alone, and says where it has something else",
        arguments: ["true", "1.5", "[1]", "{}"])
    func otherValues(_ value: String) async throws {
        await #expect(throws: ConfigurationFaults(["FILE: threads: expected a text or a whole number"])) {
            try await read("{ threads: \(value) }")
        }
    }

    @Test("is one object", arguments: ["", "[]", "threads: 4", "{", "{} {}", "null", "\"a\""])
    func otherShapes(_ text: String) async throws {
        await #expect(throws: ConfigurationFaults(["FILE: expected one JSON5 object"])) { try await read(text) }
    }

    @Test("must be there when it is asked for") func missing() {
        #expect(throws: ConfigurationFaults(["/nowhere/assay.json5: cannot be read"])) {
            try ConfigurationFile.read("/nowhere/assay.json5")
        }
    }
}
