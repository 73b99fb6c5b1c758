/// A key at rest: its secret part is sealed before it comes here. Times are seconds since 1970.
package struct StoredKey: Hashable, Sendable {
    /// What the key is for.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case tokenSigning = "token-signing"
        case artifactSealing = "artifact-sealing"
        case challenge
    }

    package let kind: Kind
    /// Unique within the kind.
    package let id: String
    /// `published`, `active` or `retiring` for keys that rotate; `active` for others.
    package let state: String
    package let publishedAt: Int64
    package let activatedAt: Int64?
    package let retiredAt: Int64?
    package let sealed: [UInt8]

    package init(
        kind: Kind, id: String, state: String, publishedAt: Int64, activatedAt: Int64? = nil, retiredAt: Int64? = nil,
        sealed: [UInt8]
    ) {
        (self.kind, self.id, self.state, self.publishedAt) = (kind, id, state, publishedAt)
        (self.activatedAt, self.retiredAt, self.sealed) = (activatedAt, retiredAt, sealed)
    }
}

/// The server's own keys.
package protocol KeyStore: Sendable {
    /// All keys of a kind, ordered by id.
    func keys(_ kind: StoredKey.Kind) async throws(StoreError) -> [StoredKey]

    /// Replaces all keys of a kind, in one durable transaction, provided that `old` is still what is stored; so that of
    /// several servers only one rotates.
    /// - Returns: whether it did.
    func replaceKeys(
        _ kind: StoredKey.Kind, from old: [StoredKey], to new: [StoredKey]
    ) async throws(StoreError) -> Bool
}
