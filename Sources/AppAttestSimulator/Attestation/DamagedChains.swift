internal import Cryptography
internal import FoundationEssentials

/// Certificates above the leaf that are wrong in one way.
extension AttestationDraft {
    private static let halfYear: TimeInterval = 183 * 86_400

    /// The intermediate again, same name and key, signed by the true root after `edit` has changed it.
    mutating func reissueIntermediate(_ edit: (inout CertificateDraft) -> Void) throws(CryptographyError) {
        let (root, key) = (device.authority.root.key, device.authority.intermediate.key)
        var certificate = try intermediate(holding: key)
        edit(&certificate)
        issuer = Issuer(key: key, certificate: try certificate.signed(by: root, digest: .sha384))
    }

    /// An intermediate that names the true root as its issuer but was signed by its own key.
    mutating func forgeIntermediate() throws(CryptographyError) {
        let key = try P384.PrivateKey()
        issuer = Issuer(key: key, certificate: try intermediate(holding: key).signed(by: key, digest: .sha384))
    }

    /// The same names under a root that nobody trusts.
    mutating func moveToForeignAuthority() throws(CryptographyError) {
        let (start, end) = (moment - Self.halfYear, moment + Self.halfYear)
        issuer = try Issuer.root(notBefore: start, notAfter: end).intermediate(notBefore: start, notAfter: end)
    }

    /// A second intermediate, issued by the first although that may only issue leaves.
    mutating func addSecondIntermediate() throws(CryptographyError) {
        let first = device.authority.intermediate
        let name = DistinguishedName(commonName: "Simulated App Attestation CA 2")
        let key = try P384.PrivateKey()
        var certificate = try CertificateDraft.intermediate(
            publicKey: key.publicKey, issuerKey: first.key.publicKey, notBefore: moment - Self.halfYear,
            notAfter: moment + Self.halfYear)
        certificate.issuer = .intermediate
        certificate.subject = name
        leaf.issuer = name
        issuer = Issuer(key: key, certificate: try certificate.signed(by: first.key, digest: .sha384))
        x5c = { [$0, $1, first.certificate] }
    }

    private func intermediate(holding key: P384.PrivateKey) throws(CryptographyError) -> CertificateDraft {
        try .intermediate(
            publicKey: key.publicKey, issuerKey: device.authority.root.key.publicKey,
            notBefore: moment - Self.halfYear, notAfter: moment + Self.halfYear)
    }
}
