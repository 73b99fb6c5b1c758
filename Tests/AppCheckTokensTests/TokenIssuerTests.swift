import AppCheckTokens
import Cryptography
import Testing

@Suite("The token issuer") struct TokenIssuerTests {
    private func issue(
        _ grant: TokenGrant, to appID: String = "1:1234:ios:abcd", at now: Int64 = 1_800_000_000
    ) throws -> AppCheckToken {
        let ring = try KeyRing().makingFirst(signingKey(KeySpecimens.keyA), at: 1_700_000_000)
        return try TokenIssuer(project: tokenProject()).issue(grant, to: appID, signedBy: ring, at: now)
    }

    private func parts(_ token: AppCheckToken) throws -> [String] {
        try token.token.split(separator: ".").prefix(2).map { part in
            String(decoding: try #require(Base64URL.decode(String(part))), as: UTF8.self)
        }
    }

    /// Whether libcrypto finds key A's signature over the first two parts.
    private func isSigned(_ token: AppCheckToken) throws -> Bool {
        let parts = token.token.split(separator: ".", omittingEmptySubsequences: false)
        let key = try RSA.PrivateKey(privateKeyInfo: bytes(base64: KeySpecimens.keyA)).publicKey
        let signature = try #require(Base64URL.decode(String(parts[2])))
        return parts.count == 3 && key.isValidSignature(signature, for: Array("\(parts[0]).\(parts[1])".utf8))
    }

    @Test("issues a session token of exactly these bytes") func session() throws {
        let token = try issue(.session())
        #expect(
            try parts(token) == [
                #"{"kid":"\#(KeySpecimens.kidA)","typ":"JWT","alg":"RS256"}"#,
                """
                {"sub":"1:1234:ios:abcd","aud":["projects/1234","projects/my-proj"],\
                "iss":"https://firebaseappcheck.googleapis.com/1234","exp":1800003600,"iat":1800000000}
                """,
            ])
        #expect(try isSigned(token))
        #expect(token.ttl == 3600)
    }

    @Test("issues a limited-use token of exactly these bytes") func limitedUse() throws {
        let token = try issue(.limitedUse(jti: "0123456789abcdef"))
        #expect(
            try parts(token)[1] == """
                {"sub":"1:1234:ios:abcd","aud":["projects/1234","projects/my-proj"],\
                "iss":"https://firebaseappcheck.googleapis.com/1234","exp":1800000300,"iat":1800000000,\
                "jti":"0123456789abcdef"}
                """)
        #expect(try isSigned(token))
        #expect(token.ttl == 300)
    }

    @Test("lets sessions last from 30 minutes to 7 days", arguments: [1800, 604_800] as [Int64])
    func range(_ ttl: Int64) throws {
        let token = try issue(.session(ttl: ttl))
        #expect(token.ttl == ttl)
        let verified = try TokenVerifier(project: tokenProject())
            .verify(token.token, keys: TokenSpecimen.keys, at: 1_800_000_000)
        #expect(verified.expiry - verified.issuedAt == ttl)
    }

    @Test("refuses other times to live", arguments: [1799, 604_801, 0, -1, .min, .max] as [Int64])
    func outOfRange(_ ttl: Int64) {
        let error = #expect(throws: SigningError.self) { try issue(.session(ttl: ttl)) }
        #expect(error?.code == .ttlOutOfRange)
    }

    @Test("refuses claims that verifiers could not read") func invalidClaims() {
        let jti = TokenGrant.limitedUse(jti: String(repeating: "a", count: 250))
        #expect(throws: Never.self) { try issue(jti) }
        for (grant, appID, now) in [
            (.session(), "", 1), (.session(), String(repeating: "a", count: 257), 1), (.session(), "a b", 1),
            (.session(), "a\u{212A}", 1), (.limitedUse(jti: String(repeating: "a", count: 15)), "a", 1),
            (.limitedUse(jti: String(repeating: "a", count: 251)), "a", 1), (.session(), "a", -1),
            (.session(), "a", .max),
        ] as [(TokenGrant, String, Int64)] {
            let error = #expect(throws: SigningError.self) { try issue(grant, to: appID, at: now) }
            #expect(error?.code == .invalidClaims)
        }
    }

    @Test("quotes what a jti may contain") func quoting() throws {
        let jti = "a\"b\\c\u{00}\u{1F}\n/é0123456789"
        let token = try issue(.limitedUse(jti: jti))
        #expect(try parts(token)[1].hasSuffix(#""jti":"a\"b\\c\u0000\u001f\u000a/é0123456789"}"#))
        let verified = try TokenVerifier(project: tokenProject())
            .verify(token.token, keys: TokenSpecimen.keys, at: 1_800_000_000)
        #expect(verified.jti == jti)
    }

    @Test("issues nothing without a key") func noKey() throws {
        let issuer = TokenIssuer(project: try tokenProject())
        let error = #expect(throws: SigningError.self) {
            try issuer.issue(.session(), to: "a", signedBy: KeyRing(), at: 1)
        }
        #expect(error?.code == .noActiveKey)
    }

    @Test("takes projects apart from what is none") func projects() throws {
        let own = try TokenProject(number: "1", id: "a", issuerBase: "https://check.example.com/x")
        #expect(own.issuer == "https://check.example.com/x/1")
        for (number, id, base) in [
            ("", "a", "b"), ("12a", "a", "b"), ("١", "a", "b"), ("1", "", "b"), ("1", "a/b", "b"), ("1", "a b", "b"),
            ("1", "a", ""), ("1", "a", "https://b/"), (String(repeating: "1", count: 21), "a", "b"),
        ] {
            let error = #expect(throws: SigningError.self) {
                try TokenProject(number: number, id: id, issuerBase: base)
            }
            #expect(error?.code == .invalidProject)
        }
    }

    @Test("prints no token") func secrecy() throws {
        let token = try issue(.session())
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped] { #expect(!text.contains("eyJ")) }
        #expect("\(token)" == "<App Check token for 3600 s>")
    }
}
