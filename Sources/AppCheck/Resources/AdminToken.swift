/// A bearer token of somebody who administers or uses the service, as far as it is kept.
package struct AdminToken: Hashable, Sendable {
    /// The part of the token that is its name.
    package let id: String
    /// Whose it is, in words: 1 to 128 Unicode scalars.
    package let displayName: String
    package let role: Role
    /// The number of the one project it is for; nil for all.
    package let projectNumber: String?
    /// SHA-256 of the whole token: 32 bytes.
    package let secretHash: [UInt8]
    /// When it ends, in seconds since 1970; nil for never.
    package let expiresAt: Int64?
    /// Seconds since 1970.
    package let createdAt: Int64

    /// - Throws: ``RegistrationFault`` for a display name that is missing or too long.
    package init(
        id: String, displayName: String, role: Role, projectNumber: String? = nil, secretHash: [UInt8],
        expiresAt: Int64? = nil, createdAt: Int64
    ) throws(RegistrationFault) {
        try RegisteredText.requireDisplayName(displayName, isRequired: true)
        (self.id, self.displayName, self.role, self.projectNumber) = (id, displayName, role, projectNumber)
        (self.secretHash, self.expiresAt, self.createdAt) = (secretHash, expiresAt, createdAt)
    }
}
