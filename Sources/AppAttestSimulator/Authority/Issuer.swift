internal import Cryptography
internal import FoundationEssentials

/// A key together with the certificate that lets it sign others.
struct Issuer: Sendable {
    let key: P384.PrivateKey
    /// DER.
    let certificate: [UInt8]

    static func root(notBefore: Date, notAfter: Date) throws(CryptographyError) -> Issuer {
        let key = try P384.PrivateKey()
        let draft = try CertificateDraft.root(publicKey: key.publicKey, notBefore: notBefore, notAfter: notAfter)
        return Issuer(key: key, certificate: try draft.signed(by: key, digest: .sha384))
    }

    /// An intermediate under this root.
    func intermediate(notBefore: Date, notAfter: Date) throws(CryptographyError) -> Issuer {
        let intermediate = try P384.PrivateKey()
        let draft = try CertificateDraft.intermediate(
            publicKey: intermediate.publicKey, issuerKey: key.publicKey, notBefore: notBefore, notAfter: notAfter)
        return Issuer(key: intermediate, certificate: try draft.signed(by: key, digest: .sha384))
    }
}
