internal import COpenSSL

/// Keys on NIST P-384 (FIPS 186-4), the curve of Apple's attestation authorities.
package enum P384 {
    /// The digest a certificate names together with ECDSA. Apple's leaves are signed under a P-384 key with SHA-256.
    package enum Digest: Sendable { case sha256, sha384 }

    /// A point on the curve, ready to verify with.
    package struct PublicKey: Sendable {
        private let key: PKey
        /// The uncompressed X9.63 point: 97 bytes, 04 ‖ X ‖ Y.
        package let x963: [UInt8]

        /// - Parameter x963: 97 bytes, 04 ‖ X ‖ Y.
        /// - Throws: `invalidKey` for another length or form, and for a point that is not on the curve.
        package init(x963: [UInt8]) throws(CryptographyError) {
            guard x963.count == 97, x963[0] == 0x04 else { throw CryptographyError(.invalidKey, "X9.63 point") }
            self.key = try PKey(curve: .p384, point: x963)
            self.x963 = x963
        }

        /// ECDSA over the digest of `message`, by libcrypto's ordinary path.
        package func isValidSignature(_ signature: [UInt8], for message: [UInt8], digest: Digest) -> Bool {
            key.isValidSignature(signature, for: message, digest: digest.method)
        }
    }

    /// A private key of a simulated authority.
    package struct PrivateKey: Sendable, CustomReflectable {
        private let key: PKey
        package let publicKey: PublicKey

        package init() throws(CryptographyError) { try self.init(PKey(generating: .p384)) }

        /// - Parameter privateKeyInfo: PKCS #8 DER.
        package init(privateKeyInfo: [UInt8]) throws(CryptographyError) {
            try self.init(PKey(privateKeyInfo: privateKeyInfo))
        }

        private init(_ key: PKey) throws(CryptographyError) {
            self.key = key
            self.publicKey = try PublicKey(x963: key.uncompressedPoint())
        }

        /// DER `ECDSA-Sig-Value` over the digest of `message`.
        package func signature(for message: [UInt8], digest: Digest) throws(CryptographyError) -> [UInt8] {
            try key.signature(for: message, digest: digest.method)
        }

        /// PKCS #8 DER, unencrypted.
        package func privateKeyInfo() throws(CryptographyError) -> [UInt8] { try key.privateKeyInfo() }

        package var customMirror: Mirror { Mirror(self, children: []) }
    }
}

extension P384.Digest {
    var method: PKey.Digest {
        switch self {
        case .sha256: .sha256
        case .sha384: .sha384
        }
    }
}
