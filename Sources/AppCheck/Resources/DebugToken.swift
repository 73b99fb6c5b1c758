private import Cryptography

/// A secret that an app on a simulator or in a build exchanges for tokens in place of an attestation.
package struct DebugToken: Hashable, Sendable {
    package let projectNumber: String
    package let appID: String
    /// The server's name for it.
    package let id: String
    /// What people call it: 1 to 128 Unicode scalars.
    package let displayName: String
    /// SHA-256 of the secret in lower case: 32 bytes. Nobody can read the secret itself again.
    package let secretHash: [UInt8]
    /// When it ends, in seconds since 1970; nil for never.
    package let expiresAt: Int64?
    /// Seconds since 1970.
    package let createdAt: Int64
    package let updatedAt: Int64

    /// - Throws: ``RegistrationFault`` for a display name that is missing or too long.
    package init(
        projectNumber: String, appID: String, id: String, displayName: String, secretHash: [UInt8],
        expiresAt: Int64? = nil, createdAt: Int64, updatedAt: Int64
    ) throws(RegistrationFault) {
        try RegisteredText.requireDisplayName(displayName, isRequired: true)
        (self.projectNumber, self.appID, self.id, self.displayName) = (projectNumber, appID, id, displayName)
        (self.secretHash, self.expiresAt) = (secretHash, expiresAt)
        (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
    }

    /// What is kept of a secret, and looked for at an exchange: upper and lower case are one.
    /// - Returns: nil for anything but a UUID of version 4 (RFC 9562 section 5.4).
    package static func hash(ofSecret secret: String) -> [UInt8]? {
        let text = Array(secret.lowercased().utf8)
        let groups = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard groups.map(\.count) == [8, 4, 4, 4, 12],
            groups.joined().allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }),
            groups[2].first == UInt8(ascii: "4"), groups[3].first.map({ "89ab".utf8.contains($0) }) == true
        else { return nil }
        return SHA256.hash(text)
    }
}
