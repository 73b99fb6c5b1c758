private import Encodings
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
            """
            the stored keys do not open with this master key: use the one that the server was first started with, in the \
            file master.key of the data directory or in ASSAY_MASTER_KEY; all servers over one database need the same
            """
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
    private let firstSealingKey: ArtifactSealer.SealingKey
    private let surroundings: Surroundings

    package init(store: any KeyStore, masterKey: SymmetricKey, surroundings: Surroundings) throws(ServerKeysError) {
        do {
            sealer = try KeySealer(masterKey: masterKey, surroundings: surroundings)
            let name = try masterKey.derived(for: "assay artifact sealing id 1")
            firstSealingKey = ArtifactSealer.SealingKey(
                id: name.reveal { Array($0.prefix(ArtifactSealer.SealingKey.idByteCount)) },
                key: try masterKey.derived(for: "assay artifact sealing 1"))
        } catch {
            throw .cryptography(error.description)
        }
        (self.store, self.surroundings) = (store, surroundings)
    }

    /// The key that challenges are authenticated with: 32 bytes. It is made by chance, so that it is lost together with
    /// the store: a new store does not know which challenges were used.
    package func challengeKey() async throws(ServerKeysError) -> SymmetricKey {
        let keys = try await symmetricKeys(.challenge, first: try keyByChance())
        guard let first = keys.first else { throw .unusable("no challenge key") }
        return first.key
    }

    /// Seals artifacts with the newest of its keys and opens them with any. The first key follows from the master key
    /// alone: apps keep an artifact for as long as they are installed, and it must outlive a lost store.
    package func artifactSealer() async throws(ServerKeysError) -> ArtifactSealer {
        let keys = try await symmetricKeys(.artifactSealing, first: firstSealingKey)
        guard let newest = keys.last else { throw .unusable("no artifact sealing key") }
        return ArtifactSealer(current: newest, others: keys.dropLast())
    }

    /// Keys of a kind, oldest first; where there is none, `first` is stored.
    private func symmetricKeys(
        _ kind: StoredKey.Kind, first: ArtifactSealer.SealingKey
    ) async throws(ServerKeysError) -> [ArtifactSealer.SealingKey] {
        var stored = try await load(kind)
        if stored.isEmpty {
            let name = Hexadecimal.encode(first.id)
            let key = StoredKey(
                kind: kind, id: name, state: "active", publishedAt: surroundings.seconds,
                sealed: try seal(first.key.reveal { $0 }, kind, name))
            if try await !replace(kind, from: [], to: [key]) { stored = try await load(kind) } else { stored = [key] }
        }
        var keys: [ArtifactSealer.SealingKey] = []
        for key in stored.sorted(by: { ($0.publishedAt, $0.id) < ($1.publishedAt, $1.id) }) {
            let secret = try open(key)
            guard let id = Hexadecimal.decode(key.id), id.count == ArtifactSealer.SealingKey.idByteCount,
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

    private func keyByChance() throws(ServerKeysError) -> ArtifactSealer.SealingKey {
        do {
            return ArtifactSealer.SealingKey(
                id: try surroundings.randomBytes(ArtifactSealer.SealingKey.idByteCount),
                key: try SymmetricKey(surroundings.randomBytes(SymmetricKey.byteCount)))
        } catch {
            throw .cryptography(error.description)
        }
    }
}
