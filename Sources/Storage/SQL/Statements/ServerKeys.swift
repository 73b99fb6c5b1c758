import AppCheck

/// The table `server_keys`.
enum ServerKeys {
    static func all(_ kind: StoredKey.Kind, on session: some SQLSession) throws(StoreError) -> [StoredKey] {
        var keys: [StoredKey] = []
        for values in try session.query(select, [.text(kind.rawValue)]) {
            var row = SQLRow(values, of: "a server key")
            keys.append(
                StoredKey(
                    kind: kind, id: try row.text(), state: try row.text(), publishedAt: try row.integer(),
                    activatedAt: try row.optionalInteger(), retiredAt: try row.optionalInteger(),
                    sealed: try row.bytes()))
        }
        // Sorted here, since what a database takes for the order of texts depends on its locale.
        return keys.sorted { $0.id < $1.id }
    }

    static func replace(
        _ kind: StoredKey.Kind, from old: [StoredKey], to new: [StoredKey], on session: some SQLSession
    ) throws(StoreError) -> Decision<Bool> {
        guard try all(kind, on: session) == old.sorted(by: { $0.id < $1.id }) else { return .rollBack(false) }
        _ = try session.execute("DELETE FROM server_keys WHERE kind = $1", [.text(kind.rawValue)])
        for key in new {
            guard key.kind == kind else {
                throw .unreadable("a key for \(key.kind.rawValue) was to be stored among those for \(kind.rawValue)")
            }
            guard try insert(key, on: session) else { throw .alreadyExists("\(kind.rawValue) key \(key.id)") }
        }
        return .keep(true)
    }

    private static func insert(_ key: StoredKey, on session: some SQLSession) throws(StoreError) -> Bool {
        try session.execute(
            insert,
            [
                .text(key.kind.rawValue), .text(key.id), .text(key.state), .integer(key.publishedAt),
                .integer(key.activatedAt), .integer(key.retiredAt), .bytes(key.sealed),
            ]) == 1
    }

    private static let select = """
        SELECT id, state, published_at, activated_at, retired_at, sealed FROM server_keys WHERE kind = $1
        """
    private static let insert = """
        INSERT INTO server_keys (kind, id, state, published_at, activated_at, retired_at, sealed)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
        """
}
