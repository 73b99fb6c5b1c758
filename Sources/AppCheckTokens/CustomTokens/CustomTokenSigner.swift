package import Cryptography

/// A key that may sign custom tokens, and whose it is.
package struct CustomTokenSigner: Sendable {
    let serviceAccount: String
    let publicKey: RSA.PublicKey

    /// - Parameters:
    ///   - serviceAccount: what `iss` and `sub` of its tokens have to be, byte for byte.
    ///   - subjectPublicKeyInfo: DER of an RSA key of 2048 to 4096 bits.
    /// - Throws: `invalidKey`.
    package init(serviceAccount: String, subjectPublicKeyInfo: [UInt8]) throws(CryptographyError) {
        self.serviceAccount = serviceAccount
        publicKey = try RSA.PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo)
    }
}
