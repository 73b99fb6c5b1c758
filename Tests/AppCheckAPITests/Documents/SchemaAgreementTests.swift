import AppAttest
import AppCheck
import AppCheckAPI
import Testing

/// What the document says about a value, and what the reader makes of it.
@Suite("The schema of a value and its reader agree") struct SchemaAgreementTests {
    private func schema(_ name: String, _ property: String) throws -> DocumentTree {
        try DocumentTree.openAPI()["components"]["schemas"][name]["properties"][property]
    }

    private func isRead(_ type: FieldType, _ text: String) -> Bool {
        let message = MessageSchema("Message", [FieldSchema("field", type, "Anything.")])
        return (try? MessageReader.read(Array("{\"field\": \"\(text)\"}".utf8), as: message)) != nil
    }

    @Test(
        "about bytes",
        arguments: [
            ("", true), ("AAAA", true), ("AA", true), ("AA==", true), ("AAA", true), ("AAA=", true), ("+/+/", true),
            ("-_-_", true), ("-_A", true), ("A", false), ("AAAAA", false), ("AA=", false), ("A===", false),
            ("AA=A", false), ("AAAA=", false), ("+-AA", false), ("A A=", false), ("AAAA====", false), ("=", false),
            ("ÄÄÄÄ", false),
        ])
    func bytes(_ text: String, _ isGood: Bool) throws {
        let schema = try schema("GoogleFirebaseAppcheckV1ExchangeAppAttestAssertionRequest", "artifact")
        #expect(try matches(schema, text) == isGood)
        #expect(isRead(.bytes, text) == isGood)
    }

    @Test(
        "about durations",
        arguments: [
            ("1800s", true), ("604800s", true), ("03600s", true), ("3600.0s", true), ("3600.000000000s", true),
            ("1799s", false), ("604801s", false), ("3600", false), ("3600S", false), ("3600.5s", false),
            ("3600.s", false), ("3600.0000000000s", false), ("-3600s", false), ("+3600s", false), ("s", false),
            ("1h", false), ("", false), ("18446744073709551616s", false),
        ])
    func durations(_ text: String, _ isGood: Bool) throws {
        let schema = try schema("GoogleFirebaseAppcheckV1AppAttestConfigPatch", "tokenTtl")
        #expect(try matches(schema, text) == isGood)
        #expect(isRead(.duration(1_800...604_800), text) == isGood)
    }

    @Test(
        "about moments",
        arguments: [
            ("2030-01-31T12:00:00Z", true), ("2030-01-31T12:00:00.123456789Z", true),
            ("2030-01-31T12:00:00+05:30", true), ("2030-01-31", false), ("2030-01-31T12:00:00", false),
            ("2030-01-31 12:00:00Z", false), ("2030-01-31t12:00:00z", false), ("2030-01-31T12:00:00.Z", false),
            ("2030-01-31T12:00Z", false), ("2030-1-31T12:00:00Z", false), ("20300-01-31T12:00:00Z", false),
        ])
    func moments(_ text: String, _ isGood: Bool) throws {
        let schema = try schema("GoogleFirebaseAppcheckV1DebugTokenCreate", "expireTime")
        #expect(try matches(schema, text) == isGood)
        #expect(isRead(.timestamp, text) == isGood)
    }

    @Test(
        "about days",
        arguments: [
            ("2030-01-31", true), ("2000-02-29", true), ("0001-01-01", true), ("2030-1-31", false),
            ("2030-01-31T00:00:00Z", false), ("20300131", false), ("12030-01-31", false), ("", false),
            ("2030-01-31 ", false), ("yesterday", false), ("٢٠٣٠-٠١-٣١", false),
        ])
    func days(_ text: String, _ isGood: Bool) throws {
        let path = "/assay/v1/projects/{project}/apps/{app}/exchangeCounts"
        let since = try #require(
            try DocumentTree.openAPI()["paths"][path]["get"]["parameters"].items.first { $0["name"].string == "since" })
        #expect(since["schema"]["format"].string == "date")
        #expect(try matches(since["schema"], text) == isGood)
        #expect(isRead(.date, text) == isGood)
    }

    @Test(
        "about versions",
        arguments: [
            ("1", true), ("17.2.1", true), ("0.0", true), ("00.1", true), ("", false), ("1.", false), (".1", false),
            ("1..2", false), ("1.2b3", false), ("v2", false), ("1 ", false), ("-1", false), ("١", false),
        ])
    func versions(_ text: String, _ isGood: Bool) throws {
        let minimum = try schema("AppPatch", "launchPolicy")["properties"]["osVersion"]["properties"]["minimum"]
        #expect(minimum["maxLength"] == .number(64))
        #expect(try matches(minimum, text) == isGood)
        #expect((DottedVersion(text) != nil) == isGood)
    }

    @Test(
        "about validation categories",
        arguments: [
            ("APP_STORE", true), ("TEST_FLIGHT", true), ("DEVELOPMENT", true), ("ENTERPRISE", true),
            ("DEVELOPER_ID", true), ("OPERATING_SYSTEM", true), ("OTHER", true), ("7", true), ("9", true),
            ("11", true), ("4294967295", true), ("4294967296", false), ("4", false), ("0", false), ("10", false),
            ("07", false), ("app_store", false), ("APP_STORE ", false), ("", false), ("-7", false),
        ])
    func categories(_ text: String, _ isGood: Bool) throws {
        let rule = try schema("AppPatch", "launchPolicy")["properties"]["validationCategory"]["properties"]
        #expect(try matches(rule["allowed"]["items"], text) == isGood)
        #expect((ValidationCategory(name: text) != nil) == isGood)
    }

    @Test("about what a rule cannot be without") func requiredWithin() throws {
        let rules = try schema("AppPatch", "launchPolicy")["properties"].members
        let limits = [
            "validationCategory": "allowed", "bundleVersion": "minimum", "osVersion": "minimum",
            "environment": "allowed", "keyAccess": "value",
        ]
        #expect(Set(rules.keys) == Set(limits.keys))
        for (name, limit) in limits { #expect(rules[name]?["required"].strings == ["demand", limit], "\(name)") }
    }

    @Test(
        "about field masks",
        arguments: [
            ("*", true), ("displayName", true), ("display_name,expireTime", true), ("expire_time,expireTime", true),
            ("", false), ("*,displayName", false), ("displayName,", false), (",displayName", false),
            ("displayname", false), ("token", false), ("displayName, expireTime", false), ("**", false),
        ])
    func masks(_ text: String, _ isGood: Bool) throws {
        let document = try DocumentTree.openAPI()
        let path = "/v1/projects/{project}/apps/{app}/debugTokens/{debugToken}"
        let parameter = try #require(
            document["paths"][path]["patch"]["parameters"].items.first { $0["name"].string == "updateMask" })
        #expect(try matches(parameter["schema"], text) == isGood)
        #expect(((try? FieldMask.read(text, updatable: ["display_name", "expire_time"])) != nil) == isGood)
    }

    @Test(
        "about display names, which are counted in Unicode scalars",
        arguments: [
            ("", true), ("Über 9000 🦊", true), (String(repeating: "🦊", count: 128), true),
            (String(repeating: "🦊", count: 129), false), (String(repeating: "e\u{301}", count: 65), false),
            ("a\tb", false), ("a\u{7F}", false), ("a\u{9F}", false), ("a\u{A0}", true), ("a\u{0}", false),
        ])
    func displayNames(_ text: String, _ isGood: Bool) throws {
        let schema = try schema("ProjectCreate", "displayName")
        #expect(schema["maxLength"] == .number(128))
        #expect(try (matches(schema, text) && text.unicodeScalars.count <= 128) == isGood)
        let project = try Project(number: "1", id: "demo")
        #expect(((try? RegisteredProject(project: project, displayName: text)) != nil) == isGood)
    }
}
