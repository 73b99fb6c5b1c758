package import Cryptography

/// Seals the server's own keys under the master key before they are stored.
///
/// A sealed key is: version (1 byte), nonce (12 bytes), AES-256-GCM ciphertext and tag, bound to the key's kind and id so
/// that rows cannot be exchanged for each other.
package struct KeySealer: Sendable {
    private static let version: UInt8 = 1

    private let key: SymmetricKey
    private let surroundings: Surroundings

    package init(masterKey: SymmetricKey, surroundings: Surroundings) throws(CryptographyError) {
        key = try masterKey.derived(for: "assay key sealing 1")
        self.surroundings = surroundings
    }

    package func seal(_ secret: [UInt8], kind: StoredKey.Kind, id: String) throws(CryptographyError) -> [UInt8] {
        let nonce = try surroundings.randomBytes(AESGCM.nonceByteCount)
        return [Self.version] + nonce
            + (try AESGCM.seal(secret, key: key, nonce: nonce, associatedData: Self.name(kind, id)))
    }

    /// - Throws: `authenticationFailure` under another master key, or for a row that was altered.
    package func open(_ stored: StoredKey) throws(CryptographyError) -> [UInt8] {
        let sealed = stored.sealed
        guard sealed.count > 1 + AESGCM.nonceByteCount, sealed[0] == Self.version else {
            throw CryptographyError(.authenticationFailure, "sealed key")
        }
        return try AESGCM.open(
            Array(sealed.dropFirst(1 + AESGCM.nonceByteCount)), key: key,
            nonce: Array(sealed[1...AESGCM.nonceByteCount]), associatedData: Self.name(stored.kind, stored.id))
    }

    private static func name(_ kind: StoredKey.Kind, _ id: String) -> [UInt8] { Array("\(kind.rawValue)/\(id)".utf8) }
}
