package import AppAttest

/// What is kept of a key whose attestation was verified. Times are seconds since 1970.
package struct AttestedKey: Hashable, Sendable {
    /// SHA-256 of the uncompressed point: 32 bytes.
    package let keyID: [UInt8]
    /// The uncompressed X9.63 point on P-256: 65 bytes.
    package let publicKey: [UInt8]
    package let projectNumber: String
    /// The app as registered here.
    package let appID: String
    /// The App ID that the attestation vouched for: one of the app's.
    package let attestedAppID: AppID
    package let environment: AttestationEnvironment
    package let attestedAt: Int64
    /// What the signed extensions said, if the device sent any.
    package let validationCategory: UInt32?
    package let bundleVersion: String?
    /// From the leaf certificate, such as `26.3` and `23D127`.
    package let osVersion: String?
    package let osBuild: String?

    package init(
        keyID: [UInt8], publicKey: [UInt8], projectNumber: String, appID: String, attestedAppID: AppID,
        environment: AttestationEnvironment, attestedAt: Int64,
        validationCategory: UInt32? = nil, bundleVersion: String? = nil, osVersion: String? = nil,
        osBuild: String? = nil
    ) {
        (self.keyID, self.publicKey) = (keyID, publicKey)
        (self.projectNumber, self.appID, self.attestedAppID) = (projectNumber, appID, attestedAppID)
        (self.environment, self.attestedAt) = (environment, attestedAt)
        (self.validationCategory, self.bundleVersion) = (validationCategory, bundleVersion)
        (self.osVersion, self.osBuild) = (osVersion, osBuild)
    }
}
