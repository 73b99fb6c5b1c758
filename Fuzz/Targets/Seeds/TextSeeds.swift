/// Texts in the forms that clients send them (the wire contract's own examples, shortened).
enum TextSeeds {
    static let bodies = seeds([
        ("empty", "{}"),
        (
            "attestation-snake-case",
            #"{"key_id":"AAECAw==","attestation_statement":"o2NmbXRvYXBwbGUtYXBwYXR0ZXN0\/","challenge":"cmFuZG9t","limited_use":false}"#
        ),
        (
            "attestation-camel-case",
            #"{"keyId":"AAECAw","attestationStatement":"o2NmbXRv","challenge":"cmFuZG9t","limitedUse":true}"#
        ),
        ("assertion", #"{"artifact":"dmFsaWQ=","challenge":"cmFuZG9t","assertion":"omlz","limited_use":true}"#),
        ("verify-token", #"{"app_check_token":"eyJhbGciOiJSUzI1NiJ9.e30.c2ln"}"#),
        ("configuration", #"{"name":"projects/1/apps/1:1:ios:a/appAttestConfig","tokenTtl":"3600.500s"}"#),
        ("debug-token", #"{"displayName":"CI \ud83d\ude00 \u00e9","token":"8F0D2C1B-6C0B-4B57-9A6B-0C1D2E3F4A5B"}"#),
        ("claims", #"{"sub":"1:1:ios:a","aud":["projects/1","projects/p"],"exp":1800003600,"iat":1800000000}"#),
        ("numbers", #"[0,-0,1.5,-2e3,1E+400,9223372036854775807,9223372036854775808]"#),
        ("space", " {\t\"a\" :\n[ null , true,false ]\r} "),
        ("same-name-twice", #"{"a":1,"\u0061":2}"#),
        ("escapes", #""\"\\\/\b\f\n\r\t\u0000\u001f\u2028""#),
        ("lone-surrogate", #""\ud800""#),
        ("deep", #"[[[[[[[[0]]]]]]]]"#),
    ])

    static let targets = seeds([
        ("challenge", "/v1/projects/my-proj/apps/1:1234:ios:abcd:generateAppAttestChallenge"),
        ("attestation", "/v1/projects/my-proj/apps/1:1234:ios:abcd:exchangeAppAttestAttestation?key=AIza"),
        ("escaped-colons", "/v1/projects/1234/apps/1%3A1234%3Aios%3Aabcd:exchangeAppAttestAssertion"),
        ("escaped-verb", "/v1/projects/p/apps/1:1:ios:a%3AgenerateAppAttestChallenge"),
        (
            "system-parameters",
            "/v1/projects/p/apps/1:1:ios:a:generateAppAttestChallenge?key=k&alt=json&prettyPrint=false&$.xgafv=2"
        ),
        ("verify-token", "/v1/projects/my-proj:verifyAppCheckToken"),
        ("configuration", "/v1/projects/p/apps/1:1:ios:a/appAttestConfig?updateMask=token_ttl%2Cname"),
        ("batch", "/v1/projects/p/apps/-/appAttestConfig:batchGet?names=a+b&names=c%20d&&names"),
        ("debug-token", "/v1/projects/p/apps/1:1:ios:a/debugTokens/8f0d2c1b"),
        ("jwks", "/v1/jwks"),
        ("absolute", "http://host:8080/v1/jwks?a=b"),
        ("escaped-slash", "/v1/projects/a%2Fb/apps/c:generateAppAttestChallenge"),
        ("escaped-nul", "/v1/projects/a%00b/apps/c:generateAppAttestChallenge"),
        ("escaped-not-utf8", "/v1/projects/%ff%fe/apps/c:generateAppAttestChallenge"),
        ("dot-segments", "/v1/projects/%2e%2e/apps/.:generateAppAttestChallenge"),
        ("empty-segments", "//v1//projects/:/apps/:"),
    ])

    static func seeds(_ texts: [(name: String, text: String)]) -> [Seed] {
        texts.map { Seed(name: $0.name, bytes: Array($0.text.utf8)) }
    }
}
