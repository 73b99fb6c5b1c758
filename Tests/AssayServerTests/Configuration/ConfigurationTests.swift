import AssayServer
import Foundation
import Testing
import TestSupport

@Suite("The server's configuration", .onSQLite("asks no store for anything")) struct ConfigurationTests {
    @Test("needs nothing: every setting has a default") func defaults() throws {
        let configuration = try ServerConfiguration()
        #expect(configuration.host == "127.0.0.1")
        #expect(configuration.port == 8_080)
        #expect(configuration.dataDirectory == "./assay-data")
        #expect(configuration.rejectedCases == 0)
        #expect(configuration.issuerBase == "https://firebaseappcheck.googleapis.com")
        #expect(configuration.challengeTTL == 300)
        #expect(configuration.clockLeeway == 60)
        #expect(configuration.signingKeyLifetime == 2_592_000)
        #expect(configuration.threads == 0)
        #expect(configuration.maxConnections == 1_000)
        #expect(configuration.maxConnectionsPerAddress == 0)
        #expect(configuration.headDeadline == 15)
        #expect(configuration.bodyDeadline == 15)
        #expect(configuration.drainDeadline == 10)
    }

    @Test("takes the command line before the environment before the file") func precedence() throws {
        let configuration = try ServerConfiguration(
            flags: [.threads: "5"],
            environment: ["ASSAY_THREADS": "4", "ASSAY_CHALLENGE_TTL": "62s", "HOME": "/root"],
            file: ["threads": "3", "challengeTTL": "61s", "clockLeeway": "1s"])
        #expect(configuration.threads == 5)
        #expect(configuration.challengeTTL == 62)
        #expect(configuration.clockLeeway == 1)
    }

    @Test("says everything that is wrong with it at once, unknown names among it, each by where it was written")
    func everyFault() {
        let error = #expect(throws: ConfigurationFaults.self) {
            try ServerConfiguration(
                flags: [.listen: "8080", .dataDir: ""],
                environment: [
                    "ASSAY_THREADS": "many", "ASSAY_THREAD": "2", "ASSAY_MASTER_KEY": "", "ASSAY_CHALLENGE_TTL": "5",
                    "ASSAY_ISSUER_BASE": "http://example.com",
                ],
                file: ["clockLeeway": "1h", "clockleeway": "0", "maxConnections": "-1"])
        }
        #expect(
            error?.faults == [
                "ASSAY_THREAD: unknown setting", "clockleeway: unknown setting",
                "--listen: expected HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080, found \"8080\"",
                "--data-dir: expected a text, found \"nothing\"",
                "ASSAY_ISSUER_BASE: expected an https URL without a slash at its end, found \"http://example.com\"",
                "ASSAY_CHALLENGE_TTL: expected a duration from 60s to 3600s, such as 300s or 15m, found \"5\"",
                "clockLeeway: expected a duration from 0s to 600s, such as 300s or 15m, found \"1h\"",
                "ASSAY_THREADS: expected 0 to 64, found \"many\"",
                "maxConnections: expected 1 to 100000, found \"-1\"",
            ])
    }

    @Test(
        "listens on an address and a port",
        arguments: [
            ("127.0.0.1:0", "127.0.0.1", 0), ("0.0.0.0:65535", "0.0.0.0", 65_535), ("[::1]:80", "::1", 80),
            ("[::]:8080", "::", 8_080), ("localhost:1", "127.0.0.1", 1),
        ] as [(String, String, UInt16)])
    func addresses(_ text: String, _ host: String, _ port: UInt16) throws {
        let configuration = try ServerConfiguration(flags: [.listen: text])
        #expect(configuration.host == host)
        #expect(configuration.port == port)
    }

    @Test(
        "does not guess at an address",
        arguments: [
            "", ":", "127.0.0.1", "127.0.0.1:", ":8080", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+80",
            "127.0.0.1: 80", "::1:8080", "[::1", "[::1]", "[]:80", "[127.0.0.1:80", "127.0.0.1]:80",
        ])
    func badAddresses(_ text: String) {
        let error = #expect(throws: ConfigurationFaults.self) { try ServerConfiguration(flags: [.listen: text]) }
        #expect(error?.faults.count == 1)
    }

    @Test(
        "takes durations with a unit or in seconds",
        arguments: [
            ("0", 0), ("0s", 0), ("45", 45), ("45s", 45), ("10m", 600), ("2h", 7_200), ("7d", 604_800),
            ("106751991167300d", 9_223_372_036_854_720_000),
        ] as [(String, Int64)])
    func durations(_ text: String, _ seconds: Int64) { #expect(DurationText.seconds(text) == seconds) }

    @Test(
        "takes nothing else for a duration",
        arguments: [
            "", "s", "-1", "-1s", "+1s", "1.5h", "1S", "1 s", " 1", "1ms", "1h30m", "0x10", "٣s", "9223372036854775808",
            "106751991167301d",
        ])
    func badDurations(_ text: String) { #expect(DurationText.seconds(text) == nil) }

    @Test("keeps up to a thousand rejected cases of each reason") func rejectedCases() throws {
        #expect(try ServerConfiguration(environment: ["ASSAY_REJECTED_CASES": "1000"]).rejectedCases == 1_000)
        let error = #expect(throws: ConfigurationFaults.self) {
            try ServerConfiguration(file: ["rejectedCases": "1001"])
        }
        #expect(error?.faults == ["rejectedCases: expected 0 to 1000, found \"1001\""])
    }

    @Test("takes digits for a number, and nothing else", arguments: ["+4", "4.0", " 4", "0x4", "٤", ""])
    func badNumbers(_ text: String) {
        let error = #expect(throws: ConfigurationFaults.self) { try ServerConfiguration(flags: [.threads: text]) }
        #expect(error?.faults == ["--threads: expected 0 to 64, found \"\(text)\""])
    }

    @Test("has a table with a row for every setting") func table() {
        let rows = Setting.markdownTable.split(separator: "\n")
        #expect(rows.count == Setting.allCases.count + 2)
        #expect(
            rows[8].hasPrefix("| `issuerBase` | `ASSAY_ISSUER_BASE` | `https://firebaseappcheck.googleapis.com` | What")
        )
        #expect(Setting.maxConnectionsPerAddress.variable == "ASSAY_MAX_CONNECTIONS_PER_ADDRESS")
        #expect(Setting.maxConnectionsPerAddress.flag == "max-connections-per-address")
        #expect(Setting.challengeTTL.variable == "ASSAY_CHALLENGE_TTL")
        #expect(Setting.challengeTTL.flag == "challenge-ttl")
    }

    @Test("has that table in its documentation, word for word") func documentation() throws {
        let document = try String(
            contentsOfFile: "\(CaseFolder.packageRoot)/docs/configuration.md", encoding: .utf8)
        #expect(document.contains(Setting.markdownTable))
    }
}
