import Cryptography

private import Encodings
internal import StrictJSON

/// The public half of a token signing key, as it is published: RSA, for RS256 and nothing else (RFC 7517, RFC 7518).
public struct PublicJWK: Sendable, Equatable {
    /// The name tokens refer to the key by: 1 to 128 bytes.
    public let kid: String
    let key: RSA.PublicKey

    init(kid: String, key: RSA.PublicKey) { (self.kid, self.key) = (kid, key) }

    /// - Parameters:
    ///   - kid: 1 to 128 bytes.
    ///   - modulus: Big-endian, 2048 to 4096 bits.
    ///   - exponent: Big-endian, odd, at most 8 bytes.
    /// - Throws: `invalidKey`.
    public init(kid: String, modulus: [UInt8], exponent: [UInt8]) throws(JWKSetError) {
        guard (1...128).contains(kid.utf8.count) else { throw JWKSetError(.invalidKey) }
        do {
            self.init(kid: kid, key: try RSA.PublicKey(modulus: modulus, exponent: exponent))
        } catch {
            throw JWKSetError(.invalidKey)
        }
    }

    /// The modulus, big-endian without leading zeros: 256 bytes for a 2048-bit key.
    public var modulus: [UInt8] { key.modulus }

    /// The public exponent, big-endian without leading zeros: 01 00 01 as a rule.
    public var exponent: [UInt8] { key.exponent }

    /// The thumbprint of RFC 7638 with SHA-256: 32 bytes.
    public var thumbprint: [UInt8] { Self.thumbprint(of: key) }

    static func thumbprint(of key: RSA.PublicKey) -> [UInt8] {
        let (n, e) = (Base64URL.encode(key.modulus), Base64URL.encode(key.exponent))
        return SHA256.hash(Array(#"{"e":"\#(e)","kty":"RSA","n":"\#(n)"}"#.utf8))
    }

    /// The key as a JSON object, members in the order `kty, use, alg, kid, n, e`.
    var json: String {
        let (n, e) = (Base64URL.encode(modulus), Base64URL.encode(exponent))
        return #"{"kty":"RSA","use":"sig","alg":"RS256","kid":\#(kid.quotedForJSON),"n":"\#(n)","e":"\#(e)"}"#
    }

    /// Equal names and equal keys.
    public static func == (left: Self, right: Self) -> Bool {
        left.kid.isExactly(right.kid) && left.modulus == right.modulus && left.exponent == right.exponent
    }
}
