/// Launch policies: every rule, every member, every name.
enum LaunchPolicySeeds {
    static let policies = TextSeeds.seeds([
        ("none", "{}"),
        (
            "category",
            #"{"validationCategory":{"demand":"REQUIRE","allowed":["APP_STORE","7"],"missingOnOlderSystems":"ALLOW"}}"#
        ),
        (
            "categories",
            #"{"validationCategory":{"demand":"IF_PRESENT","allowed":["OPERATING_SYSTEM","TEST_FLIGHT","DEVELOPMENT","ENTERPRISE","DEVELOPER_ID","OTHER","INVALID"]}}"#
        ),
        (
            "bundle-version",
            #"{"bundleVersion":{"demand":"REQUIRE","minimum":"1.4","missingOnOlderSystems":"REFUSE","reportOnly":true}}"#
        ),
        ("os-version", #"{"osVersion":{"demand":"IGNORE","minimum":"17.2.1","reportOnly":false}}"#),
        ("environment", #"{"environment":{"demand":"REQUIRE","allowed":["production","development"]}}"#),
        ("key-access", #"{"keyAccess":{"demand":"REQUIRE","value":"MAC_OS"}}"#),
        (
            "all",
            #"{"validationCategory":{"demand":"IF_PRESENT","allowed":["APP_STORE"]},"bundleVersion":{"demand":"IF_PRESENT","minimum":"0"},"osVersion":{"demand":"REQUIRE","minimum":"17"},"environment":{"demand":"REQUIRE","allowed":["production"]},"keyAccess":{"demand":"IF_PRESENT","value":"MAC_OS"}}"#
        ),
    ])
}
