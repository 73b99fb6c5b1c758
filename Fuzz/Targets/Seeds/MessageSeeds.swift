/// Bodies and queries of every method, and the values in them.
enum MessageSeeds {
    static let bodies = TextSeeds.seeds([
        ("empty", ""), ("nothing", "{}"), ("null", #"{"name":null,"etag":null}"#),
        ("debug-token-exchange", #"{"debugToken":"8F0D2C1B-6C0B-4B57-9A6B-0C1D2E3F4A5B","limitedUse":true}"#),
        ("custom-token-exchange", #"{"custom_token":"e30.e30.e30","limited_use":false,"jti":"AAECAwQFBgcICQoL"}"#),
        ("mint", #"{"tokenTtl":"1800s"}"#), ("mint-limited-use", #"{"limitedUseConfig":{"jti":"AAECAwQFBgcICQoL"}}"#),
        ("verify", #"{"appCheckToken":"e30.e30.e30"}"#),
        ("configuration", #"{"name":"projects/1/apps/1:1:ios:a/appAttestConfig","tokenTtl":"604800.000s"}"#),
        (
            "debug-token",
            #"{"displayName":"CI","token":"8f0d2c1b-6c0b-4b57-9a6b-0c1d2e3f4a5b","expireTime":"2030-01-31T12:00:00.5+01:00"}"#
        ),
        ("service", #"{"name":"projects/1/services/a.example","enforcementMode":"ENFORCED","replayProtection":"OFF"}"#),
        (
            "services",
            #"{"requests":[{"service":{"name":"projects/1/services/a","enforcementMode":"UNENFORCED"},"updateMask":"enforcementMode"}],"update_mask":"*"}"#
        ),
        ("project", #"{"projectId":"my-proj","projectNumber":"123","displayName":"Mine","createTime":"now?"}"#),
        (
            "app",
            #"{"appId":"1:1:ios:a","teamId":"SIMTEAM123","bundleIds":["com.example.app"],"environments":["PRODUCTION"],"trustAnchors":["-"],"tokenTtl":"3600s","debugTokenLimit":20}"#
        ),
        (
            "app-policies",
            #"{"receiptPolicy":{"unusable":"REFUSE","reportOnly":true},"riskPolicy":{"action":"SHORTEN_TOKENS","threshold":25,"duration":"86400s","tokenTtl":"3600s"},"launchPolicy":{"keyAccess":{"demand":"IGNORE","value":"MAC_OS"}}}"#
        ),
        (
            "app-launch-policy",
            #"{"launch_policy":{"validation_category":{"demand":"REQUIRE","allowed":["APP_STORE","7"],"missing_on_older_systems":"ALLOW"},"bundle_version":{"demand":"IF_PRESENT","minimum":"1.4","report_only":true},"os_version":{"demand":"REQUIRE","minimum":"17"},"environment":{"demand":"REQUIRE","allowed":["PRODUCTION"]}}}"#
        ),
        ("api-key", #"{"displayName":"Apps","bundleIds":["com.example.app"],"updateTime":"2026-01-01T00:00:00Z"}"#),
        ("custom-key", #"{"keyId":"k","serviceAccount":"b@p.example","publicKey":"-----BEGIN PUBLIC KEY-----"}"#),
    ])

    static let queries = TextSeeds.seeds([
        ("empty", ""), ("system", "key=k&alt=json&prettyPrint=false&%24.xgafv=1&fields=a&quotaUser=u"),
        ("page", "pageSize=500&pageToken=3132"), ("page-snake-case", "page_size=0&page_token="),
        ("mask", "updateMask=token_ttl%2CdisplayName&etag=%22a%22"), ("mask-all", "update_mask=*"),
        ("names", "names=projects/1/apps/a/appAttestConfig&names=a+b"), ("force", "force=true&etag="),
        ("version", "version=v1beta"), ("since", "since=2026-01-15"), ("callback", "callback=f"),
        ("unknown", "unknown=1"),
        ("twice", "pageSize=1&page_size=2"), ("negative", "pageSize=-1"), ("huge", "pageSize=99999999999999999999"),
    ])

    static let values = TextSeeds.seeds([
        ("empty", ""), ("mask", "token_ttl,displayName"), ("mask-of-services", "enforcementMode,replay_protection"),
        ("mask-all", "*"), ("duration", "3600s"), ("duration-fraction", "-3.000000000s"),
        ("duration-longest", "315576000000s"), ("time", "2030-01-31T12:00:00Z"),
        ("time-offset", "2030-01-31T12:00:00.123456789-23:59"), ("time-first", "0001-01-01T00:00:00Z"),
        ("time-last", "9999-12-31T23:59:59Z"), ("time-leap-day", "2000-02-29T00:00:00Z"),
        ("time-julian", "1582-10-10T00:00:00Z"),
        ("day", "2026-01-15"), ("day-first", "0001-01-01"), ("day-none", "2026-02-30"), ("base64", "+/8="),
        ("key-id", "//sAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ="), ("base64url", "-_8"), ("hexadecimal", "00fF"),
        ("debug-secret", "8F0D2C1B-6C0B-4B57-9A6B-0C1D2E3F4A5B"),
        ("admin-token", "assay_\(String(repeating: "0", count: 32))_\(String(repeating: "a", count: 64))"),
        ("api-key", "assaykey_\(String(repeating: "1", count: 32))_\(String(repeating: "f", count: 64))"),
    ])

    static let addresses = TextSeeds.seeds([
        ("v4", "192.0.2.1"), ("v4-port", "192.0.2.1:443"), ("v6", "2001:db8:0:1:2:3:4:5"), ("v6-gap", "2001:db8::1"),
        ("v6-brackets", "[2001:db8::1]:8443"), ("mapped", "::ffff:192.0.2.1"), ("mapped-hex", "::ffff:c000:201"),
        ("any", "::"), ("zone", "fe80::1%eth0"), ("list", "198.51.100.7, 192.0.2.1"),
        ("lines", "198.51.100.7\n 192.0.2.1,\t2001:db8::1"), ("empty", ""), ("unknown", "unknown, _hidden"),
        ("origin", "https://app.example"), ("origin-port", "http://localhost:8080"), ("origin-null", "null"),
        ("origin-app", "capacitor://localhost"), ("url", "https://app.example/a/b"),
        ("leading-zeros", "192.000.002.001"), ("groups-9", "1:2:3:4:5:6:7:8:9"), ("gap-of-none", "1:2:3:4::5:6:7:8"),
    ])
}
