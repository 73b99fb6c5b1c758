import AppAttest
import AppCheck
import Foundation
import Testing
import TestSupport

@Suite("The commands for attested keys") struct KeyCommandTests {
    private static let key = "+AEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="

    @Test("list keys as they were attested, those of one second by their ids, with what is known of their receipts")
    func list() async throws {
        try await Bench.with { bench in
            let keys = StoredKeys(bench: bench)
            let empty = try bench.succeed("key", "list", "shop", Bench.app)
            #expect(empty.output.isEmpty)
            #expect(empty.errors == "app \(Bench.app) has no attested keys yet\n")
            try await keys.add()
            try await keys.add(
                [UInt8](repeating: 1, count: 32),
                receipt: ReceiptRecord(receipt: [1], fault: .receiptChainUntrusted, facts: nil))
            let listed = try bench.fields("key", "list", "shop", Bench.app)
            #expect(
                listed == [
                    [
                        "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=", "production", "2026-09-21T14:13:20Z",
                        "2026-09-21T14:14:20Z", "-", "RECEIPT_CHAIN_UNTRUSTED", "never",
                    ],
                    [
                        Self.key, "production", "2026-09-21T14:13:20Z", "2026-09-21T14:14:20Z", "-", "NEW", "never",
                    ],
                ])
            let objects = try bench.objects("key", "list", "shop", Bench.app)
            #expect(objects.map { $0["keyId"] } == [listed[0][0], Self.key])
            #expect(
                objects.last?["name"]?.hasSuffix("/attestedKeys/-AEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE") == true)
        }
    }

    @Test("show a key with its receipt and the history of its risk metric, in words") func show() async throws {
        try await Bench.with { bench in
            let keys = StoredKeys(bench: bench)
            // What an app says of itself may hold anything.
            try await keys.add(bundleVersion: "1.4\u{1B}[2J")
            let first = try bench.succeed("key", "show", "shop", Bench.app, Self.key).output
            #expect(
                first == """
                    key          \(Self.key)
                    app          ABCDE12345.com.example.app
                    environment  production
                    attested     2026-09-21T14:13:20Z
                    last use     2026-09-21T14:14:20Z
                    revoked      never
                    counter      3
                    category     4 (App Store)
                    version      1.4?[2J
                    system       27.0.1, build 24A446
                    receipt      from the device, made 2026-09-21T14:13:20Z, good until 2026-12-20T14:13:20Z
                    refresh      not tried yet; due 2026-09-21T14:13:20Z
                    risk         not measured yet

                    """)
            let day: Int64 = 86_400
            for (number, metric) in ["3", "12"].enumerated() {
                let moment = StoredKeys.moment + Int64(number) * day
                let facts = ReceiptFacts(
                    type: .receipt, createdAt: moment, refreshNotBefore: moment + day, expiresAt: moment + 90 * day,
                    riskMetric: metric)
                try await keys.refresh(
                    as: ReceiptRecord(
                        receipt: [0x30], facts: facts,
                        refresh: ReceiptRefreshState(outcome: .refreshed, outcomeAt: moment, nextAt: moment + day)),
                    adding: RiskMeasurement(measuredAt: moment, metric: metric), at: moment)
            }
            // Another spelling of the same id.
            let second = try bench.succeed("key", "show", "shop", Bench.app, "f8" + String(repeating: "01", count: 31))
                .output
            #expect(
                second.contains(
                    """
                    receipt      from Apple, made 2026-09-22T14:13:20Z, good until 2026-12-21T14:13:20Z
                    refresh      brought a newer one (2026-09-22T14:13:20Z); due 2026-09-23T14:13:20Z
                    risk         3 at 2026-09-21T14:13:20Z
                                 12 at 2026-09-22T14:13:20Z

                    """))
            let object = try #require(bench.objects("key", "show", "shop", Bench.app, Self.key).first)
            #expect(object["riskHistory"]?.contains("12") == true)
            #expect(try bench.fields("key", "list", "shop", Bench.app).first?[4...5] == ["12", "REFRESHED"])
        }
    }

    @Test("say nothing against a receipt that an older version kept without judging it") func unjudged() async throws {
        try await Bench.with { bench in
            try await StoredKeys(bench: bench).add(receipt: ReceiptRecord(receipt: [1], facts: nil))
            #expect(try bench.fields("key", "list", "shop", Bench.app).first?[5] == "unknown")
            #expect(
                try bench.succeed("key", "show", "shop", Bench.app, Self.key).output.contains(
                    "\nreceipt      kept unjudged by an older version, and never refreshed\n"))
        }
    }

    @Test(
        "say what came of asking Apple",
        arguments: [
            (RefreshOutcome.noData, "Apple had no data, which says nothing about the key"),
            (.unauthorized, "the DeviceCheck key is not good"), (.notModified, "brought nothing new"),
            (.notEligible, "not asked, for the app is gone, the key revoked, or the device simulated"),
        ]) func outcomes(_ outcome: RefreshOutcome, _ words: String) async throws
    {
        try await Bench.with { bench in
            let keys = StoredKeys(bench: bench)
            try await keys.add()
            var record = StoredKeys.receipt
            record.refresh = ReceiptRefreshState(
                outcome: outcome, outcomeAt: StoredKeys.moment, failures: 2, nextAt: nil)
            try await keys.refresh(as: record, adding: nil, at: StoredKeys.moment)
            #expect(
                try bench.succeed("key", "show", "shop", Bench.app, Self.key).output.contains(
                    "\nrefresh      \(words) (2026-09-21T14:13:20Z); 2 in a row without a receipt; never due again\n"))
        }
    }

    @Test("revoke a key once and for ever, and record it") func revoke() async throws {
        try await Bench.with { bench in
            try await StoredKeys(bench: bench).add()
            let first = try bench.succeed("key", "revoke", "shop", Bench.app, Self.key).output
            #expect(first.hasPrefix("revoked key \(Self.key) at 20"))
            // The same moment again: nothing has changed.
            #expect(try bench.succeed("key", "revoke", "shop", Bench.app, Self.key).output == first)
            let revoked = String(first.dropLast().suffix(20))
            #expect(try bench.fields("key", "list", "shop", Bench.app).first?.last == revoked)
            #expect(
                try bench.succeed("key", "show", "shop", Bench.app, Self.key).output.contains(
                    "\nrevoked      \(revoked)\n"))
            let entries = try bench.fields("audit", "list", "shop").filter { $0[2].hasSuffix("attestedKeys.revoke") }
            #expect(entries.count == 1)
        }
    }

    @Test("refuse keys that the app has not") func unknown() async throws {
        try await Bench.with { bench in
            try await StoredKeys(bench: bench).add()
            try bench.succeed(
                "app", "add", "shop", "other", "--team-id", "ABCDE12345", "--bundle-id", "com.example.other")
            for (app, key) in [("other", Self.key), (Bench.app, "AAAA"), (Bench.app, "no key")] {
                for command in ["show", "revoke"] {
                    let outcome = try bench.run(["key", command, "shop", app, key])
                    #expect(outcome.status == 1)
                    #expect(
                        outcome.errors.contains(
                            "of app \(app) in project shop\nassay: hint: assay key list shop \(app)\n"))
                }
            }
            #expect(try bench.fields("key", "list", "shop", Bench.app).first?.last == "never")
            #expect(try bench.fields("key", "list", "shop", "other").isEmpty)
        }
    }
}
