import Foundation
import Testing
import TestSupport

@Suite("The policies of an app, by commands") struct PolicyCommandTests {
    /// The lines of `app show` that are about policies.
    private func shown(_ bench: Bench) throws -> [String] {
        let lines = try bench.succeed("app", "show", "shop", Bench.app).output.split(separator: "\n").map(String.init)
        return Array(lines.drop { !$0.hasPrefix("receipts") }.prefix { !$0.hasPrefix("made") })
    }

    /// The object that `app show --json` prints.
    private func json(_ bench: Bench) throws -> [String: Any] {
        let text = try bench.succeed("app", "show", "shop", Bench.app, "--json").output
        return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }

    @Test("demand nothing unless told, and are shown in words") func standard() async throws {
        try await Bench.with { bench in
            let (lines, app) = (try shown(bench), try json(bench))
            #expect(
                lines == [
                    "receipts      unusable ones are recorded", "risk          observed", "launch        no rules",
                ])
            #expect(app.keys.filter { $0.hasSuffix("Policy") }.isEmpty)
        }
    }

    @Test("come with an app when it is added") func added() async throws {
        try await Bench.with { bench in
            try bench.succeed(
                "app", "add", "shop", "strict", "--team-id", "ABCDE12345", "--bundle-id", "com.example.app",
                "--unusable-receipts", "refuse", "--risk", "refuse", "--risk-threshold", "20", "--risk-duration", "36h",
                "--category", "app-store,test-flight", "--older-systems", "allow", "--min-version",
                "1.4:if-present:report-only", "--min-os", "17.2")
            let text = try bench.succeed("app", "show", "shop", "strict").output
            #expect(
                text.contains(
                    """

                    receipts      unusable ones have the attestation refused
                    risk          assertions refused for keys above 20 for 36h
                    launch        category test-flight, app-store: required, systems before 27 allowed
                                  version 1.4 or later: if present (report only)
                                  system 17.2 or later: required

                    """))
        }
    }

    @Test("change in the parts that options name, and in no others") func parts() async throws {
        try await Bench.with { bench in
            func update(_ words: String...) throws {
                let outcome = try bench.run(["app", "update", "shop", Bench.app] + words)
                #expect(outcome.status == 0, "\(outcome.errors)")
            }
            try update(
                "--risk", "shorten", "--risk-ttl", "1h", "--category", "app-store", "--min-version", "2",
                "--older-systems", "refuse")
            try update("--risk-threshold", "30", "--unusable-receipts", "report", "--name", "Shop")
            #expect(
                try shown(bench) == [
                    "receipts      unusable ones are recorded and counted (report only)",
                    "risk          tokens good for 1h for keys above 30 for 3d",
                    "launch        category app-store: required, systems before 27 refused",
                    "              version 2 or later: required, systems before 27 refused",
                ])
            // A rule that is given anew keeps what was decided about older systems; one that is gone keeps nothing.
            try update("--risk-report-only", "--category", "none", "--min-version", "2.1")
            #expect(
                try shown(bench).dropFirst() == [
                    "risk          tokens good for 1h for keys above 30 for 3d (report only)",
                    "launch        version 2.1 or later: required, systems before 27 refused",
                ])
            try update("--risk-duration", "2d", "--older-systems", "allow")
            #expect(
                try shown(bench).dropFirst() == [
                    "risk          tokens good for 1h for keys above 30 for 2d (report only)",
                    "launch        version 2.1 or later: required, systems before 27 allowed",
                ])
            // An action that is named is in force.
            try update("--risk", "refuse", "--unusable-receipts", "record", "--launch-policy", "none")
            #expect(
                try shown(bench) == [
                    "receipts      unusable ones are recorded",
                    "risk          assertions refused for keys above 30 for 2d",
                    "launch        no rules",
                ])
        }
    }

    @Test("are in the record of changes, and in JSON by the names of the REST interface") func names() async throws {
        try await Bench.with { bench in
            try bench.succeed(
                "app", "update", "shop", Bench.app, "--risk", "refuse", "--min-os", "17.0", "--unusable-receipts",
                "refuse")
            let entry = try #require(bench.fields("audit", "list", "shop").first)
            #expect(entry[4].contains("riskPolicy.action: - -> REFUSE_ASSERTIONS"))
            #expect(entry[4].contains("launchPolicy.osVersion.minimum: - -> 17.0"))
            let app = try json(bench)
            #expect((app["receiptPolicy"] as? [String: String]) == ["unusable": "REFUSE"])
            #expect((app["riskPolicy"] as? [String: Any])?["action"] as? String == "REFUSE_ASSERTIONS")
            #expect(
                (app["launchPolicy"] as? [String: [String: String]])
                    == ["osVersion": ["demand": "REQUIRE", "minimum": "17.0"]])
        }
    }

    @Test("come from a file as a whole") func file() async throws {
        try await Bench.with { bench in
            func write(_ text: String) throws {
                try Data(text.utf8).write(to: URL(fileURLWithPath: bench.folder.file("policy.json")))
            }
            try bench.succeed("app", "update", "shop", Bench.app, "--min-os", "17.0")
            try write(
                """
                {"environment": {"demand": "REQUIRE", "allowed": ["production"]},
                 "keyAccess": {"demand": "REQUIRE", "value": "MAC_OS", "reportOnly": true},
                 "validationCategory": {"demand": "IGNORE", "allowed": ["DEVELOPER_ID", "7"]}}
                """)
            try bench.succeed("app", "update", "shop", Bench.app, "--launch-policy", "policy.json")
            #expect(
                try shown(bench).dropFirst(2) == [
                    "launch        category developer-id, 7: not in force",
                    "              environment production: required",
                    "              key access as on Macs: required (report only)",
                ])
            for (text, message) in [
                ("", "expected one JSON object, with each member once"),
                ("[]", "expected one JSON object, with each member once"),
                (
                    #"{"osVersion": {"demand": "REQUIRE", "demand": "IGNORE", "minimum": "1"}}"#,
                    "expected one JSON object"
                ),
                (#"{"os": {}}"#, "os: no such member"),
                (#"{"osVersion": {"demand": "REQUIRE"}}"#, "osVersion.minimum: missing"),
                (#"{"osVersion": {"demand": "REQUIRE", "minimum": 17}}"#, "osVersion.minimum: a value of another kind"),
                (#"{"osVersion": {"demand": "REQUIRE", "minimum": "v17"}}"#, "osVersion.minimum: no such value"),
                (
                    #"{"bundleVersion": {"demand": "REQUIRE", "minimum": "1"}}"#,
                    "expected bundle version: a decision about older systems"
                ),
            ] {
                try write(text)
                let outcome = try bench.run(["app", "update", "shop", Bench.app, "--launch-policy", "policy.json"])
                #expect(outcome.status == 1)
                #expect(outcome.errors.hasPrefix("assay: error: policy.json: \(message)"), "\(outcome.errors)")
            }
            #expect(try shown(bench).count == 5)
        }
    }

    @Test(
        "are refused where they contradict themselves, with what is expected",
        arguments: [
            (["--unusable-receipts", "keep"], "--unusable-receipts keep: expected record, refuse, report"),
            (["--risk", "ignore"], "--risk ignore: expected observe, refuse, shorten"),
            (
                ["--risk", "observe", "--risk-report-only"],
                "--risk-report-only goes with --risk refuse or --risk shorten"
            ),
            (["--risk-report-only"], "--risk-report-only goes with --risk refuse or --risk shorten"),
            (["--risk-threshold", "0"], "--risk-threshold 0: expected 1 to 1000000"),
            (["--risk-duration", "soon"], "--risk-duration soon: expected a duration such as 30m, 12h or 3d"),
            (["--risk-duration", "23h"], "risk policy: expected a duration of 1 day to 60 days"),
            (["--risk-ttl", "29m"], "risk policy: expected a token TTL of 30 minutes to 7 days"),
            (["--category", "appstore"], "--category appstore: expected categories such as app-store,test-flight"),
            (["--category", "app-store,"], "--category app-store,: expected categories such as app-store,test-flight"),
            (["--category", "invalid"], "--category invalid: expected categories such as app-store,test-flight"),
            (
                ["--category", "app-store"],
                "--category requires what systems before 27 never tell: add --older-systems"
            ),
            (
                ["--min-version", "1.4"],
                "--min-version requires what systems before 27 never tell: add --older-systems"
            ),
            (["--min-version", "1.4b:if-present"], "--min-version 1.4b: expected numbers with dots between them"),
            (["--min-os", "none:require"], "--min-os none: expected numbers with dots between them"),
            (["--min-os", "17:loose"], "--min-os 17:loose: expected at most one of :require, :if-present and :ignore"),
            (["--min-os", "17:require:ignore"], "--min-os 17:require:ignore: expected at most one of"),
            (["--min-os", "17:report-only:report-only"], "--min-os 17:report-only:report-only: expected at most one"),
            (
                ["--min-os", "17", "--older-systems", "allow"],
                "--older-systems goes with a rule on category or version"
            ),
            (["--older-systems", "maybe"], "--older-systems maybe: expected allow, refuse"),
            (["--launch-policy", "none", "--min-os", "17"], "--launch-policy has all rules: leave --min-os out"),
            (["--launch-policy", "missing.json"], "missing.json: cannot be read"),
        ]) func misuse(_ words: [String], _ message: String) async throws
    {
        try await Bench.with { bench in
            for command in [
                ["app", "update", "shop", Bench.app],
                ["app", "add", "shop", "new", "--team-id", "ABCDE12345", "--bundle-id", "com.example.new"],
            ] {
                let outcome = try bench.run(command + words)
                #expect(outcome.status != 0)
                #expect(outcome.output.isEmpty)
                #expect(outcome.errors.hasPrefix("assay: error: \(message)"), "\(outcome.errors)")
            }
            #expect(try bench.fields("app", "list", "shop").count == 1)
            #expect(try shown(bench).last == "launch        no rules")
        }
    }
}
