import Cryptography
private import Encodings

/// An RSA key that signs tokens. It is never printed: every description says only which key it is.
public struct SigningKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// The public half, to be published.
    public let publicJWK: PublicJWK
    private let key: RSA.PrivateKey
    private let encodedHeader: String
    /// Most tokens are shorter than that.
    private static let usualByteCount = 1_024

    /// Makes a key.
    /// - Parameter bits: 2048, 3072 or 4096.
    /// - Throws: `invalidKey` for another size; `libraryFailure`.
    public static func generate(bits: Int = 2048) throws(SigningError) -> SigningKey {
        guard [2048, 3072, 4096].contains(bits) else { throw SigningError(.invalidKey, "size") }
        do {
            return SigningKey(try RSA.PrivateKey(bits: bits))
        } catch {
            throw SigningError(.libraryFailure, "generation")
        }
    }

    /// Reads what ``privateKeyInfo()`` wrote.
    /// - Parameter privateKeyInfo: PKCS #8 DER (RFC 5958) of an RSA key of 2048, 3072 or 4096 bits.
    /// - Throws: `invalidKey`, also when the key's halves do not belong together.
    public init(privateKeyInfo: [UInt8]) throws(SigningError) {
        let probe = Array("signing key".utf8)
        do {
            let key = try RSA.PrivateKey(privateKeyInfo: privateKeyInfo)
            let signature = try key.signature(for: probe)
            // A damaged key, or one for RSASSA-PSS, would sign tokens that nobody can verify.
            guard [256, 384, 512].contains(key.publicKey.modulus.count),
                key.publicKey.isValidSignature(signature, for: probe)
            else { throw CryptographyError(.invalidKey, "RSA") }
            self.init(key)
        } catch {
            throw SigningError(.invalidKey, "PKCS #8")
        }
    }

    private init(_ key: RSA.PrivateKey) {
        // 72 bits of the thumbprint: short, made of the key alone, and the same wherever the key is read.
        let kid = String(Base64URL.encode(PublicJWK.thumbprint(of: key.publicKey)).prefix(12))
        self.key = key
        self.publicJWK = PublicJWK(kid: kid, key: key.publicKey)
        self.encodedHeader = Base64URL.encode(Array(#"{"kid":"\#(kid)","typ":"JWT","alg":"RS256"}"#.utf8))
    }

    /// The first 12 characters of the base64url of the public key's thumbprint (RFC 7638).
    public var kid: String { publicJWK.kid }

    /// PKCS #8 DER, unencrypted: to be sealed before it is stored.
    /// - Throws: `libraryFailure`.
    public func privateKeyInfo() throws(SigningError) -> [UInt8] {
        do {
            return try key.privateKeyInfo()
        } catch {
            throw SigningError(.libraryFailure, "export")
        }
    }

    /// Signs claims by RS256 into a compact JWS (RFC 7515 section 3.1) with the header
    /// `{"kid":…,"typ":"JWT","alg":"RS256"}`.
    /// - Throws: `libraryFailure`.
    public func sign(_ claims: AppCheckClaims) throws(SigningError) -> String {
        var token: [UInt8] = []
        token.reserveCapacity(Self.usualByteCount)
        token += encodedHeader.utf8
        token.append(UInt8(ascii: "."))
        Base64Alphabet.urlSafe.append(claims.json, to: &token)
        let signature: [UInt8]
        do { signature = try key.signature(for: token) } catch { throw SigningError(.libraryFailure, "signature") }
        token.append(UInt8(ascii: "."))
        Base64Alphabet.urlSafe.append(signature, to: &token)
        return String(decoding: token, as: UTF8.self)
    }

    /// Which key this is, nothing of the key itself.
    public var description: String { "<signing key \(kid)>" }

    /// Empty, so that no dump shows the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
