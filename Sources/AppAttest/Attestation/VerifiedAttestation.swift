public import FoundationEssentials

/// An attestation that passed every step. Only ``AttestationVerifier`` makes one, so a function that takes it cannot be
/// called with a key that nobody verified.
public struct VerifiedAttestation: Sendable, Hashable {
    /// SHA-256 of the public key: 32 bytes.
    public let keyID: [UInt8]
    /// The uncompressed X9.63 point on P-256: 65 bytes.
    public let publicKey: [UInt8]
    /// Which of the expected apps it was.
    public let appID: AppID
    /// Which of the allowed environments it was.
    public let environment: AttestationEnvironment
    /// What the system says, signed, about the app's launch.
    public let extensions: LaunchExtensions
    /// The receipt as sent, for assessing fraud risk with Apple. Not judged here.
    public let receipt: [UInt8]
    /// Which of the expected roots the certificates lead to.
    public let trustAnchor: TrustAnchor
    /// The leaf certificate, DER.
    public let leafCertificate: [UInt8]
    /// The leaf's period of validity. Apple dates it from 24 hours before the attestation.
    public let leafNotBefore: Date
    /// End of the leaf's period of validity, itself included.
    public let leafNotAfter: Date
    /// Version of the operating system, such as `26.3`, and its build, such as `23D127`; from the authority's claims
    /// about the device, where the leaf has them.
    public let osVersion: String?
    /// Build of the operating system, such as `23D127`, where the leaf has it.
    public let osBuild: String?
    /// Value of extension .8.6 (key access control), where the leaf has it.
    public let keyAccessControl: [UInt8]?
    /// What rules of the launch policy that only report would have refused.
    public internal(set) var reported: [Rejection] = []

    init(
        keyID: [UInt8], publicKey: [UInt8], appID: AppID, environment: AttestationEnvironment,
        extensions: LaunchExtensions, receipt: [UInt8], chain: ProvenChain, leafDER: [UInt8]
    ) {
        let leaf = chain.leaf
        (self.keyID, self.publicKey, self.appID, self.environment) = (keyID, publicKey, appID, environment)
        (self.extensions, self.receipt, leafCertificate) = (extensions, receipt, leafDER)
        trustAnchor = chain.anchor
        leafNotBefore = Date(timeIntervalSince1970: TimeInterval(leaf.notBefore))
        leafNotAfter = Date(timeIntervalSince1970: TimeInterval(leaf.notAfter))
        // The authority's claims about the device are undocumented: what cannot be read is taken for absent.
        let claims = leaf.extensions[Certificate.ExtensionID.deviceClaims].flatMap {
            try? AppleExtensions.Claims($0)
        }
        func text(_ tag: UInt32) -> String? {
            claims?[tag].flatMap { String(validating: $0, as: UTF8.self) }.flatMap { $0.utf8.count <= 64 ? $0 : nil }
        }
        osVersion = AppleExtensions.osVersionTags.lazy.compactMap(text).first
        osBuild = text(AppleExtensions.osBuildTag)
        keyAccessControl = leaf.extensions[Certificate.ExtensionID.keyAccessControl]?.value
    }
}
