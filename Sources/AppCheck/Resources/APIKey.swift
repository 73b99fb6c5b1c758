/// A key that a project's apps name themselves with at exchanges. It is in every copy of the app, so it proves nothing; it
/// keeps strangers' traffic out and can be taken back.
package struct APIKey: Hashable, Sendable {
    package let projectNumber: String
    /// The part of the key that is its name.
    package let id: String
    /// What people call it; may be empty.
    package let displayName: String
    /// SHA-256 of the whole key: 32 bytes.
    package let secretHash: [UInt8]
    /// The only bundle ids that may use it; empty for any.
    package let bundleIDs: [String]
    /// Seconds since 1970.
    package let createdAt: Int64
    package let updatedAt: Int64

    /// - Throws: ``RegistrationFault`` naming the part at fault.
    package init(
        projectNumber: String, id: String, displayName: String = "", secretHash: [UInt8], bundleIDs: [String] = [],
        createdAt: Int64, updatedAt: Int64
    ) throws(RegistrationFault) {
        try RegisteredText.requireDisplayName(displayName)
        try RegisteredText.requireBundleIDs(bundleIDs)
        (self.projectNumber, self.id, self.displayName) = (projectNumber, id, displayName)
        (self.secretHash, self.bundleIDs) = (secretHash, bundleIDs)
        (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
    }
}
