import AppCheckTokens
import Testing

@Suite("The token verifier") struct TokenVerifierTests {
    @Test("accepts a valid token and gives its claims") func valid() throws {
        let token = try TokenSpecimen().verified()
        #expect(token.appID == "1:1234:ios:abcd")
        #expect(token.issuedAt == 1_800_000_000)
        #expect(token.expiry == 1_800_003_600)
        #expect(token.jti == nil)
    }

    @Test("gives the jti of a limited-use token") func limitedUse() throws {
        var specimen = TokenSpecimen()
        specimen.claims("\"iat\"", become: #""jti":"0123456789abcdef","iat""#)
        #expect(try specimen.verified().jti == "0123456789abcdef")
    }

    static let claimFaults: [TokenFault] = [
        .claims("no sub", .malformed, #""sub":"1:1234:ios:abcd","#, ""),
        .claims("an empty sub", .malformed, "1:1234:ios:abcd", ""),
        .claims("sub as a number", .malformed, #""1:1234:ios:abcd""#, "1"),
        .claims("no exp", .malformed, #""exp":1800003600,"#, ""),
        .claims("exp as a text", .malformed, "1800003600", #""1800003600""#),
        .claims("exp with a fraction", .malformed, "1800003600", "1800003600.0"),
        .claims("exp with an exponent", .malformed, "1800003600", "2e9"),
        .claims("exp beyond 64 bits", .malformed, "1800003600", "9223372036854775808"),
        .claims("exp null", .malformed, "1800003600", "null"),
        .claims("no iat", .malformed, #","iat":1800000000"#, ""),
        .claims("iat true", .malformed, #""iat":1800000000"#, #""iat":true"#),
        .claims("jti as a number", .malformed, #""iat""#, #""jti":1,"iat""#),
        .claims("an empty jti", .malformed, #""iat""#, #""jti":"","iat""#),
        .claims("nbf as a text", .malformed, #""iat""#, #""nbf":"1","iat""#),
        .claims("no aud", .malformed, #""aud":["projects/1234","projects/my-proj"],"#, ""),
        .claims("aud as a text", .malformed, #"["projects/1234","projects/my-proj"]"#, #""projects/my-proj""#),
        .claims("aud with a number in it", .malformed, #""projects/1234""#, "1234"),
        .claims("aud without entries", .wrongAudience, #""projects/1234","projects/my-proj""#, ""),
        .claims(
            "another project", .wrongAudience, #""projects/1234","projects/my-proj""#, #""projects/12345""#),
        .claims(
            "a project named by its bare id", .wrongAudience, #""projects/1234","projects/my-proj""#, #""my-proj""#),
        .claims("no iss", .malformed, #""iss":"https://firebaseappcheck.googleapis.com/1234","#, ""),
        .claims("another issuer", .wrongIssuer, "firebaseappcheck.googleapis.com", "example.com"),
        .claims("another project's issuer", .wrongIssuer, "com/1234", "com/12345"),
        .claims("a slash after the issuer", .wrongIssuer, "com/1234", "com/1234/"),
        .claims("another app", .wrongApp, "ios:abcd", "ios:abce"),
        .claims("expiry now", .expired, "1800003600", "1800000000"),
        .claims("expiry a second ago", .expired, "1800003600", "1799999999"),
        .claims("expiry before 1970", .expired, "1800003600", "-9223372036854775808"),
        .claims("issued a second from now", .notYetValid, #""iat":1800000000"#, #""iat":1800000001"#),
        .claims("good from a second from now", .notYetValid, #""iat""#, #""nbf":1800000001,"iat""#),
    ]

    @Test("names what is wrong with claims", arguments: claimFaults) func claims(_ fault: TokenFault) throws {
        #expect(try fault.code() == fault.code)
    }

    @Test("accepts one of the two audiences, unknown claims, space and escapes") func lenient() throws {
        for (old, new) in [
            (#""projects/1234","#, ""), (#","projects/my-proj""#, ""), ("projects/my-proj", "projects\\/my-proj"),
            (#""iat""#, #""provider":{"a":[1.5,true,null,{}]},"iat""#), (#""iat":"#, "\n \"iat\"\t:\r "),
            (#""exp""#, #""\u0065xp""#), ("1:1234", "\\u0031:1234"), (#""iat""#, #""nbf":1800000000,"iat""#),
            (#""iat""#, #""smile":"\ud83d\ude00 \" \\ \b\f\n\r\t","iat""#),
        ] {
            var specimen = TokenSpecimen()
            specimen.claims(old, become: new)
            #expect(try specimen.verified().appID == "1:1234:ios:abcd", "\(new)")
        }
    }

    @Test("accepts a token until the second before it expires") func lastSecond() throws {
        #expect(try TokenSpecimen().verified(at: 1_800_003_599).expiry == 1_800_003_600)
        #expect(throws: TokenError.self) { try TokenSpecimen().verified(at: 1_800_003_600, leeway: 60) }
    }

    @Test("lets the issuer's clock be ahead by the leeway and no more") func leeway() throws {
        #expect(try TokenSpecimen().verified(at: 1_799_999_940, leeway: 60).issuedAt == 1_800_000_000)
        for (now, leeway) in [(1_799_999_939, 60), (1_799_999_999, 0), (1_799_999_999, -60)] as [(Int64, Int64)] {
            let error = #expect(throws: TokenError.self) { try TokenSpecimen().verified(at: now, leeway: leeway) }
            #expect(error?.code == .notYetValid)
        }
        let late = #expect(throws: TokenError.self) { try TokenSpecimen().verified(at: .max, leeway: .max) }
        #expect(late?.code == .expired)
    }

    @Test("accepts every app when no list is given, and none when the list is empty") func allowlist() throws {
        #expect(try TokenSpecimen().verified(appIDs: nil).appID == "1:1234:ios:abcd")
        let error = #expect(throws: TokenError.self) { try TokenSpecimen().verified(appIDs: []) }
        #expect(error?.code == .wrongApp)
    }

    @Test("says in an error what failed and nothing of the token") func quietErrors() throws {
        var specimen = TokenSpecimen()
        specimen.claims("com/1234", become: "com/4321")
        let error = try #require(#expect(throws: TokenError.self) { try specimen.verified() })
        #expect("\(error)" == "token refused: wrongIssuer")
        #expect(String(reflecting: error) == "token refused: wrongIssuer [iss]")
    }
}
