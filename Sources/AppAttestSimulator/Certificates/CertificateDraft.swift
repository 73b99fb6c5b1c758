internal import Cryptography
internal import FoundationEssentials

/// A certificate (RFC 5280) before it is signed, every field open to change.
struct CertificateDraft {
    struct Extension: Sendable {
        let arcs: [UInt64]
        var isCritical = false
        /// What the extension's OCTET STRING holds.
        var value: [UInt8]

        var encoded: [UInt8] {
            DER.sequence(
                DER.objectIdentifier(arcs), isCritical ? DER.boolean(true) : [], DER.octetString(value))
        }
    }

    /// Big-endian.
    var serialNumber: [UInt8]
    var issuer: DistinguishedName
    var notBefore: Date
    var notAfter: Date
    var subject: DistinguishedName
    /// DER `SubjectPublicKeyInfo`.
    var subjectPublicKeyInfo: [UInt8]
    var extensions: [Extension]

    /// The certificate, signed with ECDSA under a P-384 key: leaves with SHA-256, authorities with SHA-384.
    func signed(by key: P384.PrivateKey, digest: P384.Digest) throws(CryptographyError) -> [UInt8] {
        let algorithm = DER.sequence(DER.objectIdentifier(digest.signatureAlgorithm))
        let body = DER.sequence(
            DER.context(0, DER.integer(2)),
            DER.integer(serialNumber),
            algorithm,
            issuer.encoded,
            DER.sequence(DER.time(notBefore), DER.time(notAfter)),
            subject.encoded,
            subjectPublicKeyInfo,
            DER.context(3, DER.sequence(of: extensions.map(\.encoded))))
        let signature = try key.signature(for: body, digest: digest)
        return DER.sequence(body, algorithm, DER.bitString(signature))
    }
}

extension P384.Digest {
    /// ecdsa-with-SHA256 or ecdsa-with-SHA384 (RFC 5758).
    fileprivate var signatureAlgorithm: [UInt64] {
        switch self {
        case .sha256: [1, 2, 840, 10045, 4, 3, 2]
        case .sha384: [1, 2, 840, 10045, 4, 3, 3]
        }
    }
}

extension P256.PublicKey {
    /// DER `SubjectPublicKeyInfo` (RFC 5480): 91 bytes.
    var subjectPublicKeyInfo: [UInt8] {
        DER.sequence(
            DER.sequence(
                DER.objectIdentifier([1, 2, 840, 10045, 2, 1]), DER.objectIdentifier([1, 2, 840, 10045, 3, 1, 7])),
            DER.bitString(x963))
    }
}

extension P384.PublicKey {
    /// DER `SubjectPublicKeyInfo` (RFC 5480): 120 bytes.
    var subjectPublicKeyInfo: [UInt8] {
        DER.sequence(
            DER.sequence(
                DER.objectIdentifier([1, 2, 840, 10045, 2, 1]), DER.objectIdentifier([1, 3, 132, 0, 34])),
            DER.bitString(x963))
    }
}
