package import Cryptography

/// Why a server cannot have its keys.
package enum ServerKeysError: Error, Sendable, Equatable, CustomStringConvertible {
    case store(StoreError)
    /// The stored keys were sealed under another master key.
    case wrongMasterKey
    case cryptography(String)
    /// Stored keys that contradict each other.
    case unusable(String)

    package var description: String {
        switch self {
        case .store(let error): error.description
        case .wrongMasterKey:
            "the stored keys do not open with this master key: use the one that the server was first started with"
        case .cryptography(let detail): "a key could not be made or read: \(detail)"
        case .unusable(let detail): "the stored keys cannot be used: \(detail)"
        }
    }
}

/// Loads the server's keys, and makes what is missing at the first start. Of several servers that start at once on one
/// store, one makes a key and the others take it.
package struct ServerKeys: Sendable {
    private let store: any KeyStore
    private let sealer: KeySealer
    private let surroundings: Surroundings

    package init(store: any KeyStore, masterKey: SymmetricKey, surroundings: Surroundings) throws(ServerKeysError) {
        do { sealer = try KeySealer(masterKey: masterKey, surroundings: surroundings) } catch {
            throw .cryptography(error.description)
        }
        (self.store, self.surroundings) = (store, surroundings)
    }

    /// The key that challenges are authenticated with: 32 bytes.
    package func challengeKey() async throws(ServerKeysError) -> SymmetricKey {
        let keys = try await symmetricKeys(.challenge)
        guard let first = keys.first else { throw .unusable("no challenge key") }
        return first.key
    }

    /// Seals artifacts with the newest of its keys and opens them with any.
    package func artifactSealer() async throws(ServerKeysError) -> ArtifactSealer {
        let keys = try await symmetricKeys(.artifactSealing)
        guard let newest = keys.last else { throw .unusable("no artifact sealing key") }
        return ArtifactSealer(current: newest, others: keys.dropLast())
    }

    /// Keys of a kind, oldest first; one is made if there is none.
    private func symmetricKeys(
        _ kind: StoredKey.Kind
    ) async throws(ServerKeysError) -> [ArtifactSealer.SealingKey] {
        var stored = try await load(kind)
        if stored.isEmpty {
            let id = try chance(ArtifactSealer.SealingKey.idByteCount)
            let secret = try chance(SymmetricKey.byteCount)
            let name = Self.hexadecimal(id)
            let key = StoredKey(
                kind: kind, id: name, state: "active", publishedAt: surroundings.seconds,
                sealed: try seal(secret, kind, name))
            if try await !replace(kind, from: [], to: [key]) { stored = try await load(kind) } else { stored = [key] }
        }
        var keys: [ArtifactSealer.SealingKey] = []
        for key in stored.sorted(by: { ($0.publishedAt, $0.id) < ($1.publishedAt, $1.id) }) {
            let secret = try open(key)
            guard let id = Self.bytes(hexadecimal: key.id), id.count == ArtifactSealer.SealingKey.idByteCount,
                let symmetric = try? SymmetricKey(secret)
            else { throw .unusable("\(kind.rawValue) key of another shape") }
            keys.append(ArtifactSealer.SealingKey(id: id, key: symmetric))
        }
        return keys
    }

    // MARK: Used by the signing ring as well

    func load(_ kind: StoredKey.Kind) async throws(ServerKeysError) -> [StoredKey] {
        do { return try await store.keys(kind) } catch { throw .store(error) }
    }

    func replace(
        _ kind: StoredKey.Kind, from old: [StoredKey], to new: [StoredKey]
    ) async throws(ServerKeysError) -> Bool {
        do { return try await store.replaceKeys(kind, from: old, to: new) } catch { throw .store(error) }
    }

    func seal(_ secret: [UInt8], _ kind: StoredKey.Kind, _ id: String) throws(ServerKeysError) -> [UInt8] {
        do { return try sealer.seal(secret, kind: kind, id: id) } catch { throw .cryptography(error.description) }
    }

    func open(_ stored: StoredKey) throws(ServerKeysError) -> [UInt8] {
        do { return try sealer.open(stored) } catch { throw .wrongMasterKey }
    }

    private func chance(_ count: Int) throws(ServerKeysError) -> [UInt8] {
        do { return try surroundings.randomBytes(count) } catch { throw .cryptography(error.description) }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func bytes(hexadecimal text: String) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
