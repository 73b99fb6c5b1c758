public import AppAttest
internal import Cryptography
public import FoundationEssentials

/// A certification authority that exists only in memory and vouches for simulated devices.
///
/// Its certificates are shaped like those of Apple's App Attestation authority and named so that nobody can take them
/// for those. A server trusts its devices only where its ``trustAnchor`` has been configured.
public struct SimulatedAuthority: Sendable {
    /// The root that a server must trust to accept this authority's devices.
    public let trustAnchor: TrustAnchor
    let root: Issuer
    let intermediate: Issuer
    /// Made anew whenever the authority is read: receipts are trusted by the root.
    let receiptIssuer: Issuer
    let receiptSigners = ReceiptSigners()

    /// Makes a root and an intermediate with fresh keys.
    /// - Parameters:
    ///   - notBefore: start of both certificates' validity, to the second.
    ///   - notAfter: end of both certificates' validity, to the second.
    /// - Throws: `validity` when the period is empty or outside the years 1950 to 9999; `cryptography`.
    public init(notBefore: Date, notAfter: Date) throws(SimulationError) {
        guard notBefore < notAfter, notBefore.fitsCertificate, notAfter.fitsCertificate else {
            throw SimulationError(.validity, "a certificate cannot be valid in that period")
        }
        let root = try simulating { () throws(CryptographyError) in
            try Issuer.root(notBefore: notBefore, notAfter: notAfter)
        }
        let intermediate = try simulating { () throws(CryptographyError) in
            try root.intermediate(notBefore: notBefore, notAfter: notAfter)
        }
        try self.init(root: root, intermediate: intermediate)
    }

    /// An authority whose root is valid for another time than its intermediate.
    package init(
        notBefore: Date, notAfter: Date, rootNotBefore: Date, rootNotAfter: Date
    ) throws(SimulationError) {
        let issuers = try simulating { () throws(CryptographyError) in
            let root = try Issuer.root(notBefore: rootNotBefore, notAfter: rootNotAfter)
            return (root: root, intermediate: try root.intermediate(notBefore: notBefore, notAfter: notAfter))
        }
        try self.init(root: issuers.root, intermediate: issuers.intermediate)
    }

    init(root: Issuer, intermediate: Issuer) throws(SimulationError) {
        do {
            trustAnchor = try TrustAnchor(der: root.certificate)
        } catch {
            throw SimulationError(.malformedAuthority, "the root is no certificate")
        }
        receiptIssuer = try Self.receiptIssuer(under: root)
        (self.root, self.intermediate) = (root, intermediate)
    }

    /// An intermediate for receipts that lives as long as the root.
    private static func receiptIssuer(under root: Issuer) throws(SimulationError) -> Issuer {
        let certificate: Certificate
        do { certificate = try Certificate(der: root.certificate) } catch {
            throw SimulationError(.malformedAuthority, "the root is no certificate")
        }
        return try simulating { () throws(CryptographyError) in
            try root.receiptIntermediate(
                notBefore: Date(timeIntervalSince1970: TimeInterval(certificate.notBefore)),
                notAfter: Date(timeIntervalSince1970: TimeInterval(certificate.notAfter)))
        }
    }

    /// The root's certificate as PEM text.
    public var rootCertificatePEM: String { trustAnchor.pem }

    /// A device with an app installed and a fresh key in it.
    /// - Parameters:
    ///   - appID: the app, named in the leaf certificate and hashed into authenticator data.
    ///   - environment: which aaguid the device states.
    ///   - generation: the age whose byte shapes the device follows.
    /// - Throws: `cryptography`.
    public func makeDevice(
        appID: AppID, environment: AttestationEnvironment, generation: DeviceGeneration
    ) throws(SimulationError) -> SimulatedDevice {
        let key = try simulating { () throws(CryptographyError) in try P256.PrivateKey() }
        return SimulatedDevice(
            authority: self, key: key, appID: appID, environment: environment, generation: generation)
    }
}
