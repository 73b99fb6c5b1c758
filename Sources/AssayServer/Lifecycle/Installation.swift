package import AppCheck
package import Cryptography
package import Storage

/// What a configuration stands on: the data directory with its master key, made if this is the first start.
package struct Installation: Sendable {
    package let directory: DataDirectory
    package let masterKey: SymmetricKey
    /// Whether the data directory is to hold the database and holds none yet.
    package let isNew: Bool
    /// Whether the master key's file was made just now.
    package let madeMasterKey: Bool

    package init(
        _ configuration: ServerConfiguration, environment: [String: String], surroundings: Surroundings
    ) throws(StartError) {
        do {
            directory = try DataDirectory(configuration.dataDirectory)
            isNew = !configuration.database.isPostgres && !directory.hasDatabase
            let hadMasterKey = directory.hasMasterKey
            masterKey = try directory.masterKey(environment: environment) { () throws(CryptographyError) in
                try surroundings.randomBytes(SymmetricKey.byteCount)
            }
            madeMasterKey = !hadMasterKey && directory.hasMasterKey
        } catch {
            throw StartError(error.description)
        }
    }

    /// Makes the first administrator's bearer token where nobody has administered yet, and keeps it in the data directory.
    /// Of several first starts over one store one makes it, on whichever machine.
    /// - Returns: whether it did. A store that was administered has its tokens, or lost them on purpose.
    package func makeFirstAdminToken(_ administration: Administration) async throws -> Bool {
        let file = AdminTokenFile(in: directory)
        if try await administration.isUntouched() {
            let credential: Credential
            if let draft = file.drafts.first {
                credential = draft
            } else {
                credential = try administration.newAdminCredential()
                try file.draft(credential)
            }
            _ = try await administration.createFirstAdminToken(credential, by: Actor("first start"))
        }
        // Also where another start, or an earlier one that was killed, made what is in a draft.
        var isPublished = false
        for draft in file.drafts {
            if try await administration.hasAdminToken(draft) {
                isPublished = file.publish(draft) || isPublished
            } else {
                file.discard(draft)
            }
        }
        return isPublished
    }

    /// Hands out the administration of the store, which is made if it is missing; also while servers run on it.
    package static func withAdministration<Value>(
        of configuration: ServerConfiguration, makesStore: Bool, _ surroundings: Surroundings,
        warn: @escaping @Sendable (String) -> Void, _ body: (Administration) async throws -> Value
    ) async throws -> Value {
        try await withStore(of: configuration, makesStore: makesStore, surroundings, warn: warn) { store in
            try await body(Administration(store, surroundings))
        }
    }

    /// The same with all that the store can do.
    /// - Parameter importing: whether it may hold a part of an import, to which the rest is to come.
    static func withStore<Value>(
        of configuration: ServerConfiguration, makesStore: Bool, importing: Bool = false,
        _ surroundings: Surroundings, warn: @escaping @Sendable (String) -> Void,
        _ body: (any Store) async throws -> Value
    ) async throws -> Value {
        var location = StoreLocation(configuration)
        switch location {
        case .file:
            if !makesStore { try requireDatabase(in: configuration.dataDirectory) }
        case .postgres(var settings):
            // A command does one thing at a time.
            settings.connections = 2
            location = .postgres(settings)
        }
        let store = try await location.open(importing: importing, surroundings: surroundings) { event in
            if let text = event.advice { warn(text) }
        }
        do {
            let value = try await body(store)
            await store.close()
            return value
        } catch {
            await store.close()
            throw error
        }
    }

    static func requireDatabase(in path: String) throws {
        guard let directory = DataDirectory(existing: path), directory.hasDatabase else {
            try DataDirectory.checkAccess(to: path)
            throw StartError("\(path): holds no database; assay serve and assay project add make one")
        }
    }
}

extension Administration {
    /// Of everything in a store.
    package init(_ store: any Store, _ surroundings: Surroundings) {
        self.init(
            store: store, registry: store, keys: store, receipts: store, counts: store, surroundings: surroundings)
    }
}
