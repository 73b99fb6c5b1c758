internal import Cryptography
internal import FoundationEssentials

/// Drafts of the two certificates above a leaf, shaped like Apple's: P-384, SHA-384, extensions in the order
/// basicConstraints, authorityKeyIdentifier, subjectKeyIdentifier, keyUsage.
extension CertificateDraft {
    static func root(
        publicKey: P384.PublicKey, notBefore: Date, notAfter: Date
    ) throws(CryptographyError) -> CertificateDraft {
        CertificateDraft(
            serialNumber: try randomSerialNumber(), issuer: .root, notBefore: notBefore, notAfter: notAfter,
            subject: .root, subjectPublicKeyInfo: publicKey.subjectPublicKeyInfo,
            extensions: [
                .basicConstraints(isAuthority: true, pathLength: nil),
                .subjectKeyIdentifier(publicKey),
                .keyUsage(authorityKeyUsage),
            ])
    }

    static func intermediate(
        publicKey: P384.PublicKey, issuerKey: P384.PublicKey, notBefore: Date, notAfter: Date
    ) throws(CryptographyError) -> CertificateDraft {
        CertificateDraft(
            serialNumber: try randomSerialNumber(), issuer: .root, notBefore: notBefore, notAfter: notAfter,
            subject: .intermediate, subjectPublicKeyInfo: publicKey.subjectPublicKeyInfo,
            extensions: [
                .basicConstraints(isAuthority: true, pathLength: 0),
                .authorityKeyIdentifier(issuerKey),
                .subjectKeyIdentifier(publicKey),
                .keyUsage(authorityKeyUsage),
            ])
    }

    /// keyCertSign and cRLSign.
    private static let authorityKeyUsage = DER.bitString([0x06], unused: 1)

    /// 16 bytes, positive.
    static func randomSerialNumber() throws(CryptographyError) -> [UInt8] {
        var bytes = try SecureRandom.bytes(16)
        bytes[0] = bytes[0] & 0x3F | 0x01
        return bytes
    }

    /// Puts `replacement` in the place of the extension with the same identifier.
    mutating func replace(with replacement: Extension) {
        extensions = extensions.map { $0.arcs == replacement.arcs ? replacement : $0 }
    }
}

extension CertificateDraft.Extension {
    /// Critical. A leaf's is an empty sequence: `30 00`.
    static func basicConstraints(isAuthority: Bool, pathLength: UInt64?) -> Self {
        let length = pathLength.map { DER.integer($0) } ?? []
        return Self(
            arcs: [2, 5, 29, 19], isCritical: true,
            value: isAuthority ? DER.sequence(DER.boolean(true), length) : DER.sequence(length))
    }

    /// - Parameter bits: a DER BIT STRING.
    static func keyUsage(_ bits: [UInt8]) -> Self { Self(arcs: [2, 5, 29, 15], isCritical: true, value: bits) }

    static func subjectKeyIdentifier(_ key: P384.PublicKey) -> Self {
        Self(arcs: [2, 5, 29, 14], value: DER.octetString(keyIdentifier(key)))
    }

    static func authorityKeyIdentifier(_ key: P384.PublicKey) -> Self {
        Self(arcs: [2, 5, 29, 35], value: DER.sequence(DER.element([0x80], keyIdentifier(key))))
    }

    /// The leftmost 20 bytes of SHA-256 over the point (RFC 7093 section 2, method 1).
    private static func keyIdentifier(_ key: P384.PublicKey) -> [UInt8] { Array(SHA256.hash(key.x963).prefix(20)) }
}
