package import Cryptography

/// Seals artifacts and opens them again, as long as their sealing key is kept: that is, for ever.
///
/// A sealed artifact is: format of its contents (1 byte), sealing key id (4 bytes), nonce (12 bytes), AES-256-GCM ciphertext and tag; the
/// first five bytes are authenticated with it.
package struct ArtifactSealer: Sendable {
    /// A key with the name that artifacts carry: 4 bytes.
    package struct SealingKey: Sendable {
        package static let idByteCount = 4

        package let id: [UInt8]
        package let key: SymmetricKey

        package init(id: [UInt8], key: SymmetricKey) { (self.id, self.key) = (id, key) }
    }

    private static let format = Artifact.Format.two
    private static let headerByteCount = 1 + SealingKey.idByteCount
    /// Longer ones are not looked at.
    private static let maximumByteCount = 4096

    private let current: SealingKey
    private let keys: [[UInt8]: SymmetricKey]

    /// - Parameters:
    ///   - current: seals new artifacts. With chance for nonces, one key is good for 2^32 of them.
    ///   - others: still open old ones.
    package init(current: SealingKey, others: [SealingKey] = []) {
        self.current = current
        keys = Dictionary((others + [current]).map { ($0.id, $0.key) }, uniquingKeysWith: { $1 })
    }

    package func seal(_ artifact: Artifact, nonce: [UInt8]) throws(CryptographyError) -> [UInt8] {
        let header = [Self.format.rawValue] + current.id
        return header + nonce
            + (try AESGCM.seal(artifact.encoded, key: current.key, nonce: nonce, associatedData: header))
    }

    package func open(_ sealed: [UInt8]) throws(ArtifactFault) -> Artifact {
        let prefix = Self.headerByteCount + AESGCM.nonceByteCount
        guard sealed.count > prefix + AESGCM.tagByteCount, sealed.count <= Self.maximumByteCount,
            let format = Artifact.Format(rawValue: sealed[0])
        else { throw .malformed }
        let header = Array(sealed.prefix(Self.headerByteCount))
        guard let key = keys[Array(header.dropFirst())] else { throw .foreign }
        let nonce = Array(sealed[Self.headerByteCount..<prefix])
        guard
            let plaintext = try? AESGCM.open(
                Array(sealed[prefix...]), key: key, nonce: nonce, associatedData: header)
        else { throw .altered }
        guard let artifact = Artifact(encoded: plaintext, format) else { throw .malformed }
        return artifact
    }
}
