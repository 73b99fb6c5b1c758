import AppCheckTokens
import Cryptography
import Testing

@Suite("A signing key") struct SigningKeyTests {
    @Test("is named by the start of its thumbprint") func kid() throws {
        let key = try signingKey(KeySpecimens.keyA)
        #expect(key.kid == String(Base64URL.encode(key.publicJWK.thumbprint).prefix(12)))
        #expect(try signingKey(KeySpecimens.keyB).kid != key.kid)
    }

    @Test("comes back from PKCS #8 as it was") func roundTrip() throws {
        let key = try signingKey(KeySpecimens.keyA)
        #expect(try key.privateKeyInfo() == bytes(base64: KeySpecimens.keyA))
        let made = try SigningKey.generate()
        let again = try SigningKey(privateKeyInfo: made.privateKeyInfo())
        #expect(again.publicJWK == made.publicJWK)
        #expect(made.publicJWK.modulus.count == 256)
        #expect(made.kid.utf8.count == 12)
        let claims = try AppCheckClaims(project: tokenProject(), appID: "a", issuedAt: 1, expiry: 2)
        #expect(try again.sign(claims) == made.sign(claims))
    }

    @Test("is refused for another size") func size() {
        for bits in [0, -1, 1024, 2047, 8192, .max] {
            let error = #expect(throws: SigningError.self) { try SigningKey.generate(bits: bits) }
            #expect(error?.code == .invalidKey)
        }
    }

    @Test("may have 3072 bits") func larger() throws {
        let key = try SigningKey.generate(bits: 3072)
        let claims = try AppCheckClaims(project: tokenProject(), appID: "a", issuedAt: 1, expiry: 2)
        let token = try TokenVerifier(project: tokenProject())
            .verify(key.sign(claims), keys: JWKSet([key.publicJWK]), at: 1)
        #expect(token.appID == "a")
    }

    @Test("is refused if it cannot make RS256 signatures") func foreign() throws {
        let good = try bytes(base64: KeySpecimens.keyA)
        var damaged = good
        damaged[200] ^= 1  // Within the modulus, which is no longer the product of the primes.
        for info in [
            try bytes(base64: KeySpecimens.ellipticKey), try bytes(base64: KeySpecimens.pssKey), [],
            Array(good.dropLast()), good + [0], damaged,
        ] {
            let error = #expect(throws: SigningError.self) { try SigningKey(privateKeyInfo: info) }
            #expect(error?.code == .invalidKey)
        }
    }

    @Test("is never printed, nor is a ring of keys") func secrecy() throws {
        let key = try signingKey(KeySpecimens.keyA)
        let ring = try KeyRing().makingFirst(key, at: 1)
        var dumped = ""
        dump(key, to: &dumped)
        #expect(dumped == "- <signing key \(KeySpecimens.kidA)>\n")
        dump(ring, to: &dumped)
        for text in ["\(key)", String(reflecting: key), "\(ring)", String(reflecting: ring), dumped] {
            #expect(text.contains("<signing key \(KeySpecimens.kidA)>"))
            #expect(!text.contains("RSA"))
            #expect(!text.contains("PKey"))
        }
    }
}
