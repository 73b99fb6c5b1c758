import AppCheckTokens
import Cryptography
import Foundation
import Testing

@Suite("A forged or damaged token") struct TokenForgeryTests {
    /// HS256 under bytes that everybody knows. HMAC hashes keys longer than a block, so this is what a library gets
    /// that takes the public key for a shared secret.
    private static func hs256(_ secret: [UInt8]) -> (_ message: [UInt8]) throws -> [UInt8] {
        { try HMACSHA256.code(for: $0, key: SymmetricKey(SHA256.hash(secret))) }
    }

    static let headerFaults: [TokenFault] = [
        TokenFault("HS256 under the public modulus", .algorithmMismatch) {
            $0.header("RS256", becomes: "HS256")
            $0.signature = hs256(try #require(Base64URL.decode(KeySpecimens.modulusA)))
        },
        TokenFault("HS256 under the text of the key set", .algorithmMismatch) {
            $0.header("RS256", becomes: "HS256")
            $0.signature = hs256(try TokenSpecimen.keys.json)
        },
        TokenFault("HS256 under the public modulus, named RS256", .signatureInvalid) {
            $0.signature = hs256(try #require(Base64URL.decode(KeySpecimens.modulusA)))
        },
        TokenFault("no algorithm and no signature", .algorithmMismatch) {
            $0.header("RS256", becomes: "none")
            $0.signature = { _ in [] }
        },
        .header("None", .algorithmMismatch, "RS256", "None"),
        .header("rs256", .algorithmMismatch, "RS256", "rs256"),
        .header("RS384", .algorithmMismatch, "RS256", "RS384"),
        .header("PS256", .algorithmMismatch, "RS256", "PS256"),
        .header("ES256", .algorithmMismatch, "RS256", "ES256"),
        .header("no alg", .malformed, #","alg":"RS256""#, ""),
        .header("alg as a list", .malformed, #""RS256""#, #"["RS256"]"#),
        .header("two algs", .malformed, #""alg""#, #""alg":"none","alg""#),
        .header("no typ", .malformed, #""typ":"JWT","#, ""),
        .header("another typ", .malformed, "JWT", "at+jwt"),
        .header("no kid", .malformed, #""kid":"\#(KeySpecimens.kidA)","#, ""),
        .header("kid as a number", .malformed, #""\#(KeySpecimens.kidA)""#, "1"),
        .header("an unknown kid", .unknownKey, KeySpecimens.kidA, KeySpecimens.kidOfNone),
        .header("an empty kid", .unknownKey, KeySpecimens.kidA, ""),
        .header("the kid of another key", .signatureInvalid, KeySpecimens.kidA, KeySpecimens.kidB),
        .header("something critical", .malformed, #""typ""#, #""crit":["exp"],"typ""#),
        .header("nothing critical", .malformed, #""typ""#, #""crit":[],"typ""#),
        .header("a list", .malformed, #"{"kid":"\#(KeySpecimens.kidA)","typ":"JWT","alg":"RS256"}"#, "[]"),
        .header("text after the object", .malformed, "}", "}{}"),
        .header("a comma before the end", .malformed, "}", ",}"),
        .header("an empty header", .malformed, #"{"kid":"\#(KeySpecimens.kidA)","typ":"JWT","alg":"RS256"}"#, ""),
        .header("a byte order mark", .malformed, "{", "\u{FEFF}{"),
        .header("a control character", .malformed, "JWT", "J\nT"),
        .header("a lone surrogate", .malformed, "JWT", "\\ud800"),
        .header("two leading surrogates", .malformed, "JWT", "\\ud800\\ud800"),
        .header("a bad escape", .malformed, "JWT", "\\x4a"),
        .header("a bad digit in an escape", .malformed, "JWT", "\\u004g"),
        .header("a text without end", .malformed, #""RS256"}"#, #""RS256"#),
        .header("a number with a leading zero", .malformed, #""typ""#, #""v":01,"typ""#),
        .header("nesting without end", .malformed, #""typ""#, #""v":\#(String(repeating: "[", count: 3000)),"typ""#),
        .header(
            "too many members", .malformed, #""typ""#, #"\#((0..<64).map { "\"\($0)\":0," }.joined())"typ""#),
        TokenFault("two subs, one of them escaped", .malformed) {
            $0.claims(#""aud""#, become: #""s\u0075b":"1:1234:ios:abcd","aud""#)
        },
        TokenFault("claims that are a text", .malformed) { $0.claims = #""sub""# },
        TokenFault("the key itself brought along", .unknownKey) {
            let own = try RSA.PrivateKey(bits: 2048)
            let n = Base64URL.encode(own.publicKey.modulus)
            $0.header(
                "\(KeySpecimens.kidA)\"", becomes: #"mine","jwk":{"kty":"RSA","kid":"mine","n":"\#(n)","e":"AQAB"}"#)
            $0.signature = { try own.signature(for: $0) }
        },
    ]

    @Test("is refused for its header or key", arguments: headerFaults) func header(_ fault: TokenFault) throws {
        #expect(try fault.code() == fault.code)
    }

    static let spellingFaults: [TokenFault] = [
        .spelling("nothing", .malformed) { _ in "" },
        .spelling("dots alone", .malformed) { _ in ".." },
        .spelling("two parts", .malformed) { $0.split(separator: ".").prefix(2).joined(separator: ".") },
        .spelling("four parts", .malformed) { $0 + ".e30" },
        .spelling("a dot at the end", .malformed) { $0 + "." },
        .spelling("space at the end", .malformed) { $0 + " " },
        .spelling("a scheme in front", .malformed) { "Bearer " + $0 },
        .spelling("padding", .malformed) { $0 + "==" },
        .spelling("the standard alphabet", .malformed) { String($0.dropLast(2)) + "+/" },
        .spelling("8193 bytes", .malformed) { String(repeating: "e", count: 8193 - $0.utf8.count) + $0 },
        .spelling("unused bits that are set", .malformed) { token in
            // The last of 342 characters carries two bits of the signature, so it is A, Q, g or w.
            let next = ["A": "B", "Q": "R", "g": "h", "w": "x"]
            return String(token.dropLast()) + (try #require(next[String(token.suffix(1))]))
        },
        .spelling("no signature", .signatureInvalid) { $0.prefix(upTo: try #require($0.lastIndex(of: "."))) + "." },
        .spelling("a short signature", .signatureInvalid) { String($0.dropLast(2)) },
        .spelling("a long signature", .signatureInvalid) { String($0.dropLast()) + "AAA" },
        .spelling("claims of another token", .signatureInvalid) { token in
            var other = TokenSpecimen()
            other.claims("ios:abcd", become: "ios:abcc")
            let (mine, theirs) = (token.split(separator: "."), try other.token.split(separator: "."))
            return "\(mine[0]).\(theirs[1]).\(mine[2])"
        },
    ]

    @Test("is refused for its spelling", arguments: spellingFaults) func spelling(_ fault: TokenFault) throws {
        #expect(try fault.code() == fault.code)
    }

    @Test("is refused whichever bit of its signature is flipped") func signatureBits() throws {
        for position in stride(from: 0, to: 2048, by: 67) {
            var specimen = TokenSpecimen()
            let sign = specimen.signature
            specimen.signature = { message in
                var signature = try sign(message)
                signature[position / 8] ^= 1 << UInt8(position % 8)
                return signature
            }
            let error = #expect(throws: TokenError.self) { try specimen.verified() }
            #expect(error?.code == .signatureInvalid)
        }
    }

    @Test("finds no key by a name that only looks like the key's") func lookalike() throws {
        let key = try signingKey(KeySpecimens.keyA).publicJWK
        let keys = try JWKSet([PublicJWK(kid: "K1", modulus: key.modulus, exponent: key.exponent)])
        var specimen = TokenSpecimen()
        specimen.header(KeySpecimens.kidA, becomes: "K1")
        #expect(try specimen.verified(keys: keys).appID == "1:1234:ios:abcd")
        specimen.header("K1", becomes: "\u{212A}1")
        let error = #expect(throws: TokenError.self) { try specimen.verified(keys: keys) }
        #expect(error?.code == .unknownKey)
    }

    @Test("brings along keys and addresses in vain, and they do no harm to a genuine one") func strangersKeys() throws {
        var specimen = TokenSpecimen()
        specimen.header(
            #""typ""#,
            becomes: #""jwk":{"kty":"oct","k":"AA"},"jku":"https://example.com","x5u":"x","x5c":["AA"],"typ""#)
        #expect(try specimen.verified().appID == "1:1234:ios:abcd")
    }
}
