import AppCheckTokens
import Testing

@Suite("A key set") struct JWKSetTests {
    private let entryA = """
        {"kty":"RSA","use":"sig","alg":"RS256","kid":"\(KeySpecimens.kidA)","n":"\(KeySpecimens.modulusA)","e":"AQAB"}
        """

    private func read(_ json: String) throws -> JWKSet { try JWKSet(json: Array(json.utf8)) }

    @Test("is written as exactly this JSON") func exact() throws {
        let key = try signingKey(KeySpecimens.keyA).publicJWK
        #expect(String(decoding: try JWKSet([key]).json, as: UTF8.self) == #"{"keys":[\#(entryA)]}"#)
        #expect(String(decoding: try JWKSet([]).json, as: UTF8.self) == #"{"keys":[]}"#)
    }

    @Test("is read back as it was written") func roundTrip() throws {
        let keys = try TokenSpecimen.keys
        let again = try JWKSet(json: keys.json)
        #expect(again == keys)
        #expect(again[KeySpecimens.kidB] == keys.keys[1])
        #expect(again[KeySpecimens.kidOfNone] == nil)
    }

    @Test("has the thumbprint of RFC 7638 section 3.1") func thumbprint() throws {
        let set = try read(
            """
            {"keys":[{"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tS\
            oc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaS\
            qzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw\
            0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw","e":"AQAB","alg":"RS256","kid":"2011-04-29"}]}
            """)
        let key = try #require(set["2011-04-29"])
        #expect(Base64URL.encode(key.thumbprint) == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    }

    @Test("passes over keys that are of no use here, and members that it does not know") func tolerant() throws {
        let n = KeySpecimens.modulusA
        let others = [
            #"{"kty":"EC","crv":"P-256","kid":"\#(KeySpecimens.kidA)","x":"AA","y":"AA"}"#,
            #"{"kty":"oct","k":"AA","kid":"o"}"#,
            #"{}"#, #"{"kty":"RSA","use":"enc","kid":"e","n":"\#(n)","e":"AQAB"}"#,
            #"{"kty":"RSA","alg":"RS512","kid":"a","n":"\#(n)","e":"AQAB"}"#, #"{"kty":"RSA","n":"\#(n)","e":"AQAB"}"#,
            #"{"kty":"RSA","use":1,"kid":"u","n":"\#(n)","e":"AQAB"}"#,
            #"{"kty":"RSA","kid":"s","n":"AQAB","e":"AQAB"}"#, #"{"kty":"RSA","kid":"f","n":"\#(n)","e":"AQ"}"#,
            #"{"kty":"RSA","kid":"p","n":"\#(n)==","e":"AQAB"}"#, #"{"kty":"RSA","kid":"","n":"\#(n)","e":"AQAB"}"#,
        ]
        let set = try read(#"{"x":{"y":[1]},"keys":[\#((others + [entryA]).joined(separator: ","))]}"#)
        #expect(set.keys.map(\.kid) == [KeySpecimens.kidA])
    }

    @Test(
        "is refused if it is not an object with a list of keys",
        arguments: [
            "", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[1]}"#, #"{"keys":[],"keys":[]}"#, #"{"keys":[]} x"#,
            #"{"keys":[{"kid":"a","kid":"b"}]}"#, #"{"keys":null}"#,
        ])
    func malformed(_ json: String) {
        let error = #expect(throws: JWKSetError.self) { try read(json) }
        #expect(error?.code == .malformed)
    }

    @Test("is refused if two keys have one kid") func duplicate() throws {
        let error = #expect(throws: JWKSetError.self) { try read(#"{"keys":[\#(entryA),\#(entryA)]}"#) }
        #expect(error?.code == .duplicateKeyID)
    }

    @Test("is refused if it is too large") func bounds() throws {
        let long = #expect(throws: JWKSetError.self) {
            try read(#"{"keys":[]}"# + String(repeating: " ", count: 65_536))
        }
        #expect(long?.code == .tooLarge)
        let key = try signingKey(KeySpecimens.keyA).publicJWK
        let many = try (0..<65).map { try PublicJWK(kid: "\($0)", modulus: key.modulus, exponent: key.exponent) }
        #expect(try JWKSet(json: JWKSet(many.dropLast()).json).keys.count == 64)
        let error = #expect(throws: JWKSetError.self) { try JWKSet(many) }
        #expect(error?.code == .tooLarge)
    }

    @Test("holds no key that is too short to be safe") func weakKey() {
        for (modulus, exponent, kid) in [
            (255, [1, 0, 1], "a"), (513, [1, 0, 1], "a"), (256, [], "a"), (256, [2], "a"), (256, [1, 0, 1], ""),
        ] as [(Int, [UInt8], String)] {
            let error = #expect(throws: JWKSetError.self) {
                try PublicJWK(kid: kid, modulus: Array(repeating: 0xFF, count: modulus), exponent: exponent)
            }
            #expect(error?.code == .invalidKey)
        }
    }
}
