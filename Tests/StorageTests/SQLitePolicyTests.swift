import AppCheck
import Storage
import Testing
import TestSupport

@Suite("The policies of an app in an SQLite store") struct SQLitePolicyTests {
    private static let policies: [(AppPolicies, String)] = [
        (.standard, "{}"),
        (AppPolicies(receipt: ReceiptPolicy(unusable: .refuse)), #"{"receipt":{"unusable":"REFUSE"}}"#),
        (AppPolicies(receipt: ReceiptPolicy(reportOnly: true)), #"{"receipt":{"reportOnly":true}}"#),
        (AppPolicies(risk: RiskPolicy(action: .refuseAssertions)), #"{"risk":{"action":"REFUSE_ASSERTIONS"}}"#),
        (AppPolicies(risk: RiskPolicy(threshold: 11)), #"{"risk":{"threshold":11}}"#),
        (AppPolicies(risk: RiskPolicy(duration: 86_400)), #"{"risk":{"duration":86400}}"#),
        (AppPolicies(risk: RiskPolicy(tokenTTL: 3600)), #"{"risk":{"tokenTtl":3600}}"#),
        (AppPolicies(risk: RiskPolicy(reportOnly: true)), #"{"risk":{"reportOnly":true}}"#),
        (
            specimenPolicies,
            #"""
            {"launch":{"bundleVersion":{"demand":"REQUIRE","minimum":"01.2.0","missingOnOlderSystems":"REFUSE",\#
            "reportOnly":true},"environment":{"allowed":["production","development"],"demand":"REQUIRE"},\#
            "keyAccess":{"demand":"IGNORE","value":"MAC_OS"},"osVersion":{"demand":"IF_PRESENT","minimum":"26.3"},\#
            "validationCategory":{"allowed":["TEST_FLIGHT","APP_STORE","4294967295"],"demand":"REQUIRE",\#
            "missingOnOlderSystems":"ALLOW"}},"receipt":{"reportOnly":true,"unusable":"REFUSE"},\#
            "risk":{"action":"SHORTEN_TOKENS","duration":5184000,"reportOnly":true,"threshold":1000000,\#
            "tokenTtl":604800}}
            """#
        ),
    ]

    @Test("are kept whole, and written without what is standard", arguments: policies)
    func stored(_ policies: AppPolicies, _ text: String) async throws {
        try await withSQLiteStore { store, path in
            let app = try app(policies)
            try await store.add(shop())
            try await store.add(app)
            #expect(try await store.app("app", in: shop()) == app)
            #expect(try RawDatabase(path).rows("SELECT policies FROM apps") == [[text]])
        }
    }

    @Test("may be spelt otherwise", arguments: [(" { \"risk\" : {} } ", 10), (#"{"risk":{"threshold":10}}"#, 10)])
    func spelling(_ text: String, _ threshold: Int64) async throws {
        try await withSQLiteStore { store, path in
            try await store.add(shop())
            try await store.add(app(.standard))
            try RawDatabase(path).run("UPDATE apps SET policies = '\(text)'")
            #expect(try await store.app("app", in: shop())?.policies == .standard)
            let changed = try Resource.app(app(specimenPolicies))
            #expect(
                try await store.apply([.replace(.app(app(.standard)), by: changed)], recording: []) == .applied)
        }
    }

    @Test(
        "are never passed over where one of them is not understood",
        arguments: [
            "", "null", "[]", "{", "{} {}", #"{"receipt":null}"#, #"{"receipt":[]}"#,
            #"{"receipt":{"unusable":"refuse"}}"#,
            #"{"receipt":{"unusable":null}}"#, #"{"receipt":{"unusable":"DELETE"}}"#,
            #"{"receipt":{"missing":"REFUSE"}}"#,
            #"{"receipt":{"reportOnly":1}}"#, #"{"receipt":{"reportOnly":"false"}}"#, #"{"Risk":{}}"#,
            #"{"device":{}}"#,
            #"{"risk":{"action":"BLOCK"}}"#, #"{"risk":{"action":null}}"#, #"{"risk":{"threshold":0}}"#,
            #"{"risk":{"threshold":"10"}}"#, #"{"risk":{"threshold":10.5}}"#, #"{"risk":{"threshold":null}}"#,
            #"{"risk":{"threshold":9223372036854775808}}"#, #"{"risk":{"duration":86399}}"#,
            #"{"risk":{"tokenTtl":1799}}"#, #"{"risk":{"tokenTTL":1800}}"#, #"{"risk":{"reportOnly":null}}"#,
            #"{"launch":null}"#, #"{"launch":{"origin":{}}}"#, #"{"launch":{"osVersion":{"demand":"REQUIRE"}}}"#,
            #"{"launch":{"osVersion":{"demand":"REQUIRE","minimum":"newest"}}}"#,
            #"{"launch":{"bundleVersion":{"demand":"REQUIRE","minimum":"1"}}}"#,
        ])
    func damaged(_ text: String) async throws {
        try await withSQLiteStore { store, path in
            let standard = try Resource.app(app(.standard))
            try await store.add(shop())
            try await store.add(standard)
            try RawDatabase(path).run("UPDATE apps SET policies = '\(text)'")
            let damaged = StoreError.unreadable("an app is damaged, or was written by a newer version")
            await #expect(throws: damaged) { try await store.app("app", in: shop()) }
            await #expect(throws: damaged) { try await store.apply([.remove(standard)], recording: []) }
        }
    }

    private func app(_ policies: AppPolicies) throws -> RegisteredApp {
        try RegisteredApp(
            project: shop(), appID: "app", teamID: "ABCDE12345", bundleIDs: ["com.example"], policies: policies)
    }
}
