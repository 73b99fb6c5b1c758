import AppCheckTokens
import Cryptography
import Encodings
import TestSupport

/// Parts of tokens, and keys as administrators paste them.
enum TokenSeeds {
    static let claims =
        #"{"sub":"1:1:ios:a","aud":["projects/1","projects/project"],"iss":"https://firebaseappcheck.googleapis.com/1","exp":1800003600,"iat":1800000000}"#
    private static let header = #"{"alg":"RS256","kid":"key","typ":"JWT"}"#
    private static let customClaims =
        #"{"iss":"backend@project.example","sub":"backend@project.example","aud":"\#(CustomTokenVerifier.audience)","app_id":"1:1:ios:a","exp":1800000300,"iat":1800000000"#

    static let tokens = TextSeeds.seeds([
        ("claims", claims),
        ("claims-limited-use", String(claims.dropLast()) + #","jti":"AAECAwQFBgcICQoL","nbf":1800000000}"#),
        ("custom-claims", customClaims + "}"),
        ("custom-claims-ttl", customClaims + #","ttl":"3600.000s"}"#),
        ("header", header),
        ("header-without-kid", #"{"typ":"JWT","alg":"RS256"}"#),
        ("unsigned", jws(header, claims, signature: [])),
        ("badly-signed", jws(header, customClaims + "}", signature: [UInt8](repeating: 1, count: 256))),
        ("other-algorithm", jws(#"{"alg":"none","typ":"JWT"}"#, claims, signature: [])),
        ("not-base64url", "e30.e30.="),
    ])

    static func keys() throws -> [Seed] {
        let key = try RSA.PrivateKey(bits: 2048).publicKey.subjectPublicKeyInfo()
        let curve = try p256PublicKeyInfo(x963: P256.PrivateKey().publicKey.x963)
        let certificate = unsignedCertificate(of: key)
        return [
            Seed(name: "key-der", bytes: key), Seed(name: "certificate-der", bytes: certificate),
            Seed(name: "curve-der", bytes: curve),
            Seed(name: "short-key-der", bytes: rsaPublicKeyInfo(modulus: [UInt8](repeating: 0xC1, count: 128))),
        ]
            + TextSeeds.seeds([
                ("key", PEM.block("PUBLIC KEY", key)), ("certificate", PEM.block("CERTIFICATE", certificate)),
                ("other-block", PEM.block("RSA PUBLIC KEY", key)), ("curve", PEM.block("PUBLIC KEY", curve)),
            ])
    }

    private static func jws(_ header: String, _ claims: String, signature: [UInt8]) -> String {
        [Array(header.utf8), Array(claims.utf8), signature].map { Base64URL.encode($0) }.joined(separator: ".")
    }
}
