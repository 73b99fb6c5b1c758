internal import Cryptography
internal import FoundationEssentials

/// Drafts of the two certificates below the root that vouch for receipts, with Apple's marks.
extension CertificateDraft {
    static func receiptIntermediate(
        publicKey: P384.PublicKey, issuerKey: P384.PublicKey, notBefore: Date, notAfter: Date
    ) throws(CryptographyError) -> CertificateDraft {
        var draft = try intermediate(
            publicKey: publicKey, issuerKey: issuerKey, notBefore: notBefore, notAfter: notAfter)
        draft.subject = .receiptIntermediate
        draft.extensions.append(.receiptSignerAuthority)
        return draft
    }

    /// Lives 13 months, as Apple's do, one of them before the moment.
    static func receiptSigner(
        publicKey: P256.PublicKey, at moment: Date
    ) throws(CryptographyError) -> CertificateDraft {
        let notBefore = moment.wholeSecond - 30 * 86_400
        return CertificateDraft(
            serialNumber: try randomSerialNumber(), issuer: .receiptIntermediate, notBefore: notBefore,
            notAfter: notBefore + 395 * 86_400, subject: .receiptSigner,
            subjectPublicKeyInfo: publicKey.subjectPublicKeyInfo,
            extensions: [
                .basicConstraints(isAuthority: false, pathLength: nil),
                // digitalSignature.
                .keyUsage(DER.bitString([0x80], unused: 7)), .receiptSigner,
            ])
    }
}

extension CertificateDraft.Extension {
    private static let apple: [UInt64] = [1, 2, 840, 113635, 100]

    /// 1.2.840.113635.100.12.15 with NULL.
    static let receiptSigner = Self(arcs: apple + [12, 15], value: [0x05, 0x00])
    /// 1.2.840.113635.100.6.2.3 with NULL.
    static let receiptSignerAuthority = Self(arcs: apple + [6, 2, 3], value: [0x05, 0x00])
}

extension DistinguishedName {
    static let receiptIntermediate = DistinguishedName(commonName: "Simulated Application Integration CA 5")
    static let receiptSigner = DistinguishedName(commonName: "Simulated Fraud Receipt Signing")
}

extension Issuer {
    /// An intermediate for receipts under this root.
    func receiptIntermediate(notBefore: Date, notAfter: Date) throws(CryptographyError) -> Issuer {
        let intermediate = try P384.PrivateKey()
        let draft = try CertificateDraft.receiptIntermediate(
            publicKey: intermediate.publicKey, issuerKey: key.publicKey, notBefore: notBefore, notAfter: notAfter)
        return Issuer(key: intermediate, certificate: try draft.signed(by: key, digest: .sha384))
    }
}
