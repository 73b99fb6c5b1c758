import AppCheckTokens
import Testing

@Suite("The verifier of custom tokens") struct CustomTokenVerifierTests {
    private static let audience =
        "https://firebaseappcheck.googleapis.com/google.firebase.appcheck.v1.TokenExchangeService"

    @Test("accepts a valid token, and says whose it is") func valid() throws {
        let token = try CustomTokenSpecimen().verified()
        #expect(token.serviceAccount == "backend@shop.iam.example.com")
        #expect(token.sessionTTL == nil)
    }

    @Test("accepts an audience in a list, unknown claims, and nbf up to now") func lenient() throws {
        for (old, new) in [
            (#""\#(Self.audience)""#, #"["\#(Self.audience)"]"#), (#""iat""#, #""uid":{"a":[1.5,null]},"iat""#),
            (#""iat""#, #""nbf":1800000000,"iat""#), (#""iat""#, #""nbf":1800000060,"iat""#),
        ] {
            var specimen = CustomTokenSpecimen()
            specimen.claims(old, become: new)
            #expect(throws: Never.self, "\(new)") { try specimen.verified() }
        }
        var specimen = CustomTokenSpecimen()
        specimen.header(#""typ""#, becomes: #""jwk":{"kty":"oct"},"jku":"https://example.com","typ""#)
        #expect(throws: Never.self) { try specimen.verified() }
    }

    static let damages: [CustomTokenDamage] = [
        .header("HS256", .unsupportedAlgorithm, "RS256", "HS256"),
        .header("no algorithm", .unsupportedAlgorithm, "RS256", "none"),
        .header("PS256", .unsupportedAlgorithm, "RS256", "PS256"),
        .header("no alg", .malformed, #""alg":"RS256","#, ""),
        .header("no typ", .malformed, #","typ":"JWT""#, ""),
        .header("another typ", .malformed, "JWT", "at+jwt"),
        .header("something critical", .malformed, #""typ""#, #""crit":["exp"],"typ""#),
        .header("kid as a number", .malformed, #""typ""#, #""kid":1,"typ""#),
        .header("two algs", .malformed, #""alg""#, #""alg":"none","alg""#),
        CustomTokenDamage("two parts", .malformed) {
            $0.spelling = { $0.split(separator: ".").prefix(2).joined(separator: ".") }
        },
        CustomTokenDamage("four parts", .malformed) { $0.spelling = { $0 + ".e30" } },
        CustomTokenDamage("padding", .malformed) { $0.spelling = { $0 + "==" } },
        CustomTokenDamage("nothing", .malformed) { $0.spelling = { _ in "" } },
        CustomTokenDamage("8193 bytes", .malformed) {
            $0.spelling = { String(repeating: "e", count: 8193 - $0.utf8.count) + $0 }
        },
        CustomTokenDamage("no signature", .signatureInvalid) {
            $0.spelling = { $0.split(separator: ".").prefix(2).joined(separator: ".") + "." }
        },
        CustomTokenDamage("another's signature", .signatureInvalid) { $0.key = CustomTokenSpecimen.another },
        CustomTokenDamage("another's signature over claims that are wrong as well", .signatureInvalid) {
            $0.key = CustomTokenSpecimen.another
            $0.claims("1800000300", become: "1")
            $0.claims("ios:abcd", become: "ios:abce")
        },
        CustomTokenDamage("claims that are a list", .malformed) { $0.claims = "[]" },
        .claims("no iss", .malformed, #""iss":"backend@shop.iam.example.com","#, ""),
        .claims("no sub", .malformed, #""sub":"backend@shop.iam.example.com","#, ""),
        .claims("iss as a list", .malformed, #""iss":"backend@shop.iam.example.com""#, #""iss":["a"]"#),
        .claims("another's sub", .wrongIssuer, #""sub":"backend"#, #""sub":"root"#),
        .claims("another's iss", .wrongIssuer, #""iss":"backend"#, #""iss":"root"#),
        .claims("iss in capitals", .wrongIssuer, #""iss":"backend"#, #""iss":"Backend"#),
        .claims("no aud", .malformed, #""aud":"\#(audience)","#, ""),
        .claims("aud as a number", .malformed, #""\#(audience)""#, "1"),
        .claims("aud with a number in it", .malformed, #""\#(audience)""#, #"["\#(audience)",1]"#),
        .claims("an empty list", .wrongAudience, #""\#(audience)""#, "[]"),
        .claims("two audiences", .wrongAudience, #""\#(audience)""#, #"["\#(audience)","https://example.com"]"#),
        .claims("the audience twice", .wrongAudience, #""\#(audience)""#, #"["\#(audience)","\#(audience)"]"#),
        .claims("the audience of v1beta", .wrongAudience, "appcheck.v1.", "appcheck.v1beta."),
        .claims(
            "the audience of sign-in", .wrongAudience, audience,
            "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"),
        .claims("no app_id", .malformed, #""app_id":"1:1234:ios:abcd","#, ""),
        .claims("another app", .wrongApp, "ios:abcd", "ios:abce"),
        .claims("an app id that is longer", .wrongApp, "ios:abcd", "ios:abcd "),
        .claims("no exp", .malformed, #""exp":1800000300,"#, ""),
        .claims("exp as a text", .malformed, "1800000300", #""1800000300""#),
        .claims("exp with a fraction", .malformed, "1800000300", "1800000300.0"),
        .claims("no iat", .malformed, #","iat":1800000000"#, ""),
        .claims("expiry now", .expired, "1800000300", "1800000000"),
        .claims("expiry before all time", .expired, "1800000300", "-9223372036854775808"),
        .claims("issued 61 seconds from now", .notYetValid, #""iat":1800000000"#, #""iat":1800000061"#),
        .claims("good from 61 seconds from now", .notYetValid, #""iat""#, #""nbf":1800000061,"iat""#),
        .claims("nbf as a text", .malformed, #""iat""#, #""nbf":"1","iat""#),
        .claims("an hour and a second", .invalidLifetime, "1800000300", "1800003601"),
        .claims("a life without end", .invalidLifetime, "1800000300", "9223372036854775807"),
        .claims("issued before all time", .invalidLifetime, #""iat":1800000000"#, #""iat":-9223372036854775808"#),
        CustomTokenDamage("an end before its beginning", .invalidLifetime) {
            $0.claims("1800000300", become: "1800000030")
            $0.claims(#""iat":1800000000"#, become: #""iat":1800000030"#)
        },
    ]

    @Test("names what is wrong", arguments: damages) func damaged(_ damage: CustomTokenDamage) throws {
        var specimen = CustomTokenSpecimen()
        damage.damage(&specimen)
        #expect(throws: damage.fault) { try specimen.verified() }
    }

    @Test("keeps to the second") func seconds() throws {
        #expect(throws: Never.self) { try CustomTokenSpecimen().verified(at: 1_800_000_299) }
        #expect(throws: CustomTokenFault.expired) { try CustomTokenSpecimen().verified(at: 1_800_000_300) }
        #expect(throws: Never.self) { try CustomTokenSpecimen().verified(at: 1_799_999_940) }
        #expect(throws: CustomTokenFault.notYetValid) { try CustomTokenSpecimen().verified(at: 1_799_999_939) }
        #expect(throws: CustomTokenFault.expired) { try CustomTokenSpecimen().verified(at: .max) }
        var hour = CustomTokenSpecimen()
        hour.claims("1800000300", become: "1800003600")
        #expect(throws: Never.self) { try hour.verified() }
    }

    @Test(
        "reads how long the session shall last",
        arguments: [("1800s", 1800), ("604800s", 604_800), ("3600.000s", 3600), ("3600.000000000s", 3600)])
    func sessionTTL(_ text: String, _ seconds: Int64) throws {
        var specimen = CustomTokenSpecimen()
        specimen.claims(#""iat""#, become: #""ttl":"\#(text)","iat""#)
        #expect(try specimen.verified().sessionTTL == seconds)
    }

    @Test(
        "refuses any other lifetime of a session",
        arguments: [
            #""1799s""#, #""604801s""#, #""1800.5s""#, #""1800.s""#, #""3600.0000000000s""#, #"".0s""#, #""s""#, #""""#,
            #""3600""#, #""3600S""#, #""1h""#, #""-3600s""#, #""+3600s""#, #"" 3600s""#, #""3600s ""#, #""3600.0.0s""#,
            #""99999999999999999999s""#, #""٣٦٠٠s""#, "3600", "null",
        ])
    func otherTTL(_ value: String) throws {
        var specimen = CustomTokenSpecimen()
        specimen.claims(#""iat""#, become: #""ttl":\#(value),"iat""#)
        #expect(throws: CustomTokenFault.invalidTTL) { try specimen.verified() }
    }

    @Test("says which key to look for") func keyReference() throws {
        var specimen = CustomTokenSpecimen()
        #expect(
            try UnverifiedCustomToken(specimen.token).keyReference == .serviceAccount("backend@shop.iam.example.com"))
        specimen.header(#""typ""#, becomes: #""kid":"key-1","typ""#)
        #expect(try UnverifiedCustomToken(specimen.token).keyReference == .keyID("key-1"))
    }

    @Test("takes the key that signed among those given, and its account's word alone") func signers() throws {
        let (ours, account) = (CustomTokenSpecimen.ours, CustomTokenSpecimen.serviceAccount)
        let others = try CustomTokenSpecimen.signer(account, CustomTokenSpecimen.another)
        let specimen = CustomTokenSpecimen()
        #expect(throws: CustomTokenFault.unknownKey) { try specimen.verified(by: []) }
        #expect(throws: CustomTokenFault.signatureInvalid) { try specimen.verified(by: [others]) }
        #expect(throws: Never.self) { try specimen.verified(by: [others, CustomTokenSpecimen.signer()]) }
        #expect(throws: CustomTokenFault.wrongIssuer) {
            try specimen.verified(by: [CustomTokenSpecimen.signer("root@shop.iam.example.com", ours)])
        }
    }
}
