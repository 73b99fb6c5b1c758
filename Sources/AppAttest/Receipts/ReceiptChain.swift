internal import Cryptography

/// Step R2: signer, intermediate, pinned root.
///
/// The path is found and its signatures are checked by libcrypto, given the certificates of the receipt and the pinned
/// roots alone. What libcrypto does not ask, and is asked here: that the certificates are of the kind that signs receipts.
/// Other services of Apple's have signers under the same intermediate.
///
/// A class, because a copy of a certificate counts a reference to each of its parts, for which threads wait for one another.
final class ReceiptChain: Sendable {
    let signer: Certificate
    private let intermediate: Certificate
    private let root: Certificate
    let anchor: TrustAnchor

    /// - Parameter certificates: DER and read, in the order of the receipt.
    init(
        _ signer: Certificate, among certificates: [ReceiptCertificate], anchors: [TrustAnchor]
    ) throws(Finding) {
        guard let target = certificates.first(where: { $0.read.signedBytes == signer.signedBytes })?.der,
            !anchors.isEmpty
        else {
            throw Finding(.receiptChainUntrusted, expected: "a root that is trusted here", found: "none")
        }
        let path: [[UInt8]]
        do {
            path = try CertificatePath.validate(
                target, intermediates: certificates.map(\.der).filter { $0 != target }, anchors: anchors.map(\.der),
                at: nil)
        } catch {
            throw Finding(
                .receiptChainUntrusted, expected: "certificates that lead to a trusted root", found: error.explanation)
        }
        guard path.count == 3, let anchor = anchors.first(where: { $0.der == path[2] }),
            certificates.allSatisfy({ path.contains($0.der) })
        else {
            throw Finding(
                .receiptChainUntrusted, expected: "a signer, an intermediate and a trusted root, and no other",
                found: "a path of \(path.count) among \(certificates.count) certificates")
        }
        do { root = try Certificate(der: path[2]) } catch {
            throw Finding(.malformedCertificate, expected: "a root certificate in DER", found: error.detail)
        }
        guard let intermediate = certificates.first(where: { $0.der == path[1] })?.read else {
            throw Finding(
                .receiptChainUntrusted, expected: "an intermediate in the receipt", found: "none that leads to a root")
        }
        self.anchor = anchor
        (self.signer, self.intermediate) = (signer, intermediate)
        for authority in [intermediate, root] { try Self.requireAuthority(authority) }
        try Self.requireMarks(signer, intermediate)
    }

    /// What libcrypto asks of authorities only where they speak of it.
    private static func requireAuthority(_ certificate: Certificate) throws(Finding) {
        let constraints = try certificate.reading { certificate throws(Malformed) in
            try certificate.basicConstraints()
        }
        let maySign = try certificate.reading { certificate throws(Malformed) in
            try certificate.maySignCertificates()
        }
        guard constraints?.isAuthority == true, maySign else {
            throw Finding(
                .receiptIssuerNotAuthority, expected: "an authority that may sign certificates", found: "none")
        }
    }

    private static func requireMarks(_ signer: Certificate, _ intermediate: Certificate) throws(Finding) {
        for (certificate, name, mark) in [
            (signer, "signer", Certificate.ExtensionID.receiptSigner),
            (intermediate, "intermediate", Certificate.ExtensionID.receiptSignerAuthority),
        ] where certificate.extensions[mark] == nil {
            throw Finding(
                .receiptSignerNotMarked, expected: "extension \(mark) in the \(name)'s certificate",
                found: "no such extension")
        }
        guard try signer.reading({ signer throws(Malformed) in try signer.maySignData() }) else {
            throw Finding(
                .receiptSignerNotMarked, expected: "a signer that may sign data", found: "another key usage")
        }
    }

    /// - Parameters:
    ///   - moment: seconds since 1970.
    ///   - leeway: seconds by which each period of validity is widened at both ends.
    func requireValid(at moment: Int64, _ leeway: Int64) throws(Finding) {
        func require(_ name: String, _ notBefore: Int64, _ notAfter: Int64) throws(Finding) {
            guard moment >= notBefore - leeway else {
                throw Finding(
                    .receiptChainNotYetValid,
                    expected: "a \(name) certificate valid from \(CivilTime.text(notBefore))",
                    found: "the moment \(CivilTime.text(moment))")
            }
            guard moment <= notAfter + leeway else {
                throw Finding(
                    .receiptChainExpired,
                    expected: "a \(name) certificate valid until \(CivilTime.text(notAfter))",
                    found: "the moment \(CivilTime.text(moment))")
            }
        }
        try require("signer", signer.notBefore, signer.notAfter)
        try require("intermediate", intermediate.notBefore, intermediate.notAfter)
        try require("root", root.notBefore, root.notAfter)
    }
}
