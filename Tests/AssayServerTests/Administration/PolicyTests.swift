import AppAttest
import AppAttestSimulator
import AppCheck
import AssayServer
import Storage
import StrictJSON
import TestSupport
import Testing

@Suite("An app's policies, over REST") struct PolicyTests {
    private static let path = "/assay/v1/projects/shop/apps/\(Site.appID)"

    private static let everything = """
        {"receiptPolicy":{"unusable":"REFUSE","reportOnly":true},\
        "riskPolicy":{"action":"SHORTEN_TOKENS","threshold":25,"duration":"86400s","tokenTtl":"3600s"},\
        "launchPolicy":{\
        "validationCategory":{"demand":"REQUIRE","allowed":["TEST_FLIGHT","APP_STORE","7"],\
        "missingOnOlderSystems":"ALLOW"},\
        "bundleVersion":{"demand":"IF_PRESENT","minimum":"1.04","reportOnly":true},\
        "osVersion":{"demand":"REQUIRE","minimum":"17.2"},\
        "environment":{"demand":"REQUIRE","allowed":["PRODUCTION","DEVELOPMENT"]},\
        "keyAccess":{"demand":"IGNORE","value":"MAC_OS"}}}
        """

    @Test("are taken whole and shown as they are, by either spelling of names") func everything() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let before = try await admin.object("GET", Self.path)
            for name in ["receiptPolicy", "riskPolicy", "launchPolicy"] { #expect(before[name] == nil) }
            let changed = try await admin.object(
                "PATCH", "\(Self.path)?updateMask=receiptPolicy,riskPolicy,launch_policy", Self.everything)
            let expected = try JSONObject(json: Array(Self.everything.utf8))
            #expect(try await admin.object("GET", Self.path) == changed)
            for name in ["receiptPolicy", "riskPolicy", "launchPolicy"] { #expect(changed[name] == expected[name]) }
            #expect(changed.string("etag") != before.string("etag"))
            let made = try await admin.object(
                "POST", "/assay/v1/projects/shop/apps",
                """
                {"team_id":"ABCDE12345","bundle_ids":["com.example.new"],"risk_policy":{"token_ttl":"7200s"},\
                "launch_policy":{"os_version":{"demand":"IF_PRESENT","minimum":"17","report_only":true},\
                "validation_category":{"demand":"REQUIRE","allowed":["ENTERPRISE"],\
                "missing_on_older_systems":"REFUSE"}}}
                """)
            #expect(
                made["riskPolicy"]
                    == .object(
                        try JSONObject(
                            json: Array(
                                #"{"action":"OBSERVE","threshold":10,"duration":"259200s","tokenTtl":"7200s"}"#.utf8))))
            let launch = try #require(made.object("launchPolicy"))
            #expect(launch.object("osVersion")?["reportOnly"] == .bool(true))
            #expect(launch.object("validationCategory")?.string("missingOnOlderSystems") == "REFUSE")
            #expect(launch["bundleVersion"] == nil)
        }
    }

    @Test("that a mask names and the body has not are the standard again; those it does not name stay")
    func masks() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let all = "\(Self.path)?updateMask=receiptPolicy,riskPolicy,launchPolicy"
            _ = try await admin.object("PATCH", all, Self.everything)
            // A part that is not said is the standard's.
            let partly = try await admin.object(
                "PATCH", "\(Self.path)?updateMask=riskPolicy",
                "{\"riskPolicy\":{\"action\":\"REFUSE_ASSERTIONS\"},\"launchPolicy\":{}}")
            #expect(partly.object("riskPolicy")?.integer("threshold") == 10)
            #expect(partly.object("riskPolicy")?.string("action") == "REFUSE_ASSERTIONS")
            #expect(partly["launchPolicy"] != nil)
            let without = try await admin.object("PATCH", "\(Self.path)?updateMask=riskPolicy,launchPolicy", "{}")
            #expect(without["riskPolicy"] == nil)
            #expect(without["launchPolicy"] == nil)
            #expect(without.object("receiptPolicy")?.string("unusable") == "REFUSE")
            live.site.clock.advance(by: 1)
            let empty = try await admin.object("PATCH", all, "{\"receiptPolicy\":{},\"launchPolicy\":null}")
            #expect(empty["receiptPolicy"] == nil)
            let record = try await admin.object("GET", "/assay/v1/projects/shop/auditEntries")
            let last = try #require(record.objects("auditEntries").first)
            #expect(last.string("action") == "projects.apps.patch")
            #expect(last.object("before")?.string("receiptPolicy.unusable") == "REFUSE")
            #expect(last.object("after")?["receiptPolicy.unusable"] == nil)
        }
    }

    @Test("that mean nothing are refused with the name of what is wrong, and nothing changes") func faults()
        async throws
    {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let before = try await admin.object("GET", Self.path)
            func refuse(
                _ mask: String, _ body: String, _ field: String, _ reason: String = "INVALID_VALUE"
            ) async throws {
                let response = try await admin.call("PATCH", "\(Self.path)?updateMask=\(mask)", body)
                try expectError(response, 400, "INVALID_ARGUMENT", reason, fields: [field], body)
            }
            func launch(_ rule: String, _ field: String, _ reason: String = "INVALID_VALUE") async throws {
                try await refuse("launchPolicy", "{\"launchPolicy\":{\(rule)}}", "launch_policy\(field)", reason)
            }
            try await refuse("receiptPolicy", #"{"receiptPolicy":{"unusable":"refuse"}}"#, "receipt_policy.unusable")
            try await refuse("riskPolicy", #"{"riskPolicy":{"threshold":0}}"#, "risk_policy.threshold")
            try await refuse("riskPolicy", #"{"riskPolicy":{"duration":"86399s"}}"#, "risk_policy.duration")
            try await refuse("riskPolicy", #"{"riskPolicy":{"tokenTtl":"604801s"}}"#, "risk_policy.token_ttl")
            try await refuse("riskPolicy", #"{"riskPolicy":{"treshold":5}}"#, "risk_policy.treshold", "UNKNOWN_FIELD")
            try await refuse("riskPolicy.action", "{}", "update_mask")
            try await refuse("launchPolicy", #"{"launchPolicy":[]}"#, "launch_policy")
            try await launch(
                #""environment":{"demand":"REQUIRE","allowed":[]}"#, ".environment.allowed", "MISSING_FIELD")
            try await launch(#""environment":{"demand":"REQUIRE"}"#, ".environment.allowed", "MISSING_FIELD")
            try await launch(#""environment":{"allowed":["PRODUCTION"]}"#, ".environment.demand", "MISSING_FIELD")
            try await launch(
                #""environment":{"demand":"REQUIRE","allowed":["production"]}"#, ".environment.allowed[0]")
            try await launch(#""osVersion":{"demand":"REQUIRE","minimum":"17.x"}"#, ".os_version.minimum")
            try await launch(
                #""osVersion":{"demand":"REQUIRE","minimum":"17","missingOnOlderSystems":"ALLOW"}"#,
                ".os_version.missingOnOlderSystems", "UNKNOWN_FIELD")
            try await launch(
                #""validationCategory":{"demand":"IF_PRESENT","allowed":["AppStore"]}"#, ".validation_category.allowed")
            try await launch(
                #""validationCategory":{"demand":"IF_PRESENT","allowed":["4"]}"#, ".validation_category.allowed")
            try await launch(#""validationCategory":{"demand":"IF_PRESENT","allowed":["INVALID"]}"#, "")
            // What older systems never send must be decided about.
            try await launch(#""validationCategory":{"demand":"REQUIRE","allowed":["APP_STORE"]}"#, "")
            try await launch(#""bundleVersion":{"demand":"REQUIRE","minimum":"1"}"#, "")
            try await launch(#""keyAccess":{"demand":"REQUIRE","value":"IOS"}"#, ".key_access.value")
            #expect(try await admin.object("GET", Self.path) == before)
            let nested = try await admin.call("PATCH", "\(Self.path)?updateMask=riskPolicy.action", "{}")
            #expect(try nested.error?.message.contains("cannot be updated by itself") == true)
        }
    }
}
