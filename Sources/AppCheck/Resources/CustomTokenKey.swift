/// A public key of a service account, by which a backend of the project vouches for apps with custom tokens.
package struct CustomTokenKey: Hashable, Sendable {
    package let projectNumber: String
    /// The key id of the service account's key file (`private_key_id`): 1 to 128 letters, digits and `_-`.
    package let id: String
    /// What custom tokens name as their issuer: the address of the service account (`client_email`).
    package let serviceAccount: String
    /// RSA of 2048 to 4096 bits: SubjectPublicKeyInfo, DER.
    package let publicKey: [UInt8]
    /// Seconds since 1970.
    package let createdAt: Int64

    /// - Throws: ``RegistrationFault`` naming the part at fault. The public key is the caller's to check.
    package init(
        projectNumber: String, id: String, serviceAccount: String, publicKey: [UInt8], createdAt: Int64
    ) throws(RegistrationFault) {
        try RegisteredText.requireName(id, .keyID, 1...128, extra: "_-")
        try RegisteredText.requireName(serviceAccount, .serviceAccount, 1...254, extra: "@.-_+")
        (self.projectNumber, self.id, self.serviceAccount) = (projectNumber, id, serviceAccount)
        (self.publicKey, self.createdAt) = (publicKey, createdAt)
    }
}
