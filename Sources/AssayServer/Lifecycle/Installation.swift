package import AppCheck
package import Cryptography
private import Storage

/// What a configuration stands on: the data directory with its master key, made if this is the first start.
package struct Installation: Sendable {
    package let directory: DataDirectory
    package let masterKey: SymmetricKey
    /// Whether the data directory holds no database yet.
    package let isNew: Bool

    /// Whether the master key's file was made just now.
    package let madeMasterKey: Bool

    package init(
        _ configuration: ServerConfiguration, environment: [String: String], surroundings: Surroundings
    ) throws(StartError) {
        do {
            directory = try DataDirectory(configuration.dataDirectory)
            isNew = !directory.hasDatabase
            let hadMasterKey = directory.hasMasterKey
            masterKey = try directory.masterKey(environment: environment) { () throws(CryptographyError) in
                try surroundings.randomBytes(SymmetricKey.byteCount)
            }
            madeMasterKey = !hadMasterKey && directory.hasMasterKey
        } catch {
            throw StartError(error.description)
        }
    }

    /// Makes the first administrator's bearer token together with a new database, and keeps it in the data directory.
    /// - Returns: whether it did. A database that was there has its tokens, or lost them on purpose.
    package func makeFirstAdminToken(_ administration: Administration) async throws(StartError) -> Bool {
        guard isNew else { return false }
        let actor = Actor("first start")
        do {
            let made = try await administration.createAdminToken(
                displayName: "first administrator", role: .admin, by: actor)
            let isKept: Bool
            do throws(DataDirectoryError) { isKept = try directory.keep(adminToken: made.text) } catch {
                try await administration.revokeAdminToken(made.token.id, by: actor)
                throw error
            }
            // Another first start was faster: its token is the one that people find.
            if !isKept { try await administration.revokeAdminToken(made.token.id, by: actor) }
            return isKept
        } catch let error as DataDirectoryError {
            throw StartError(error.description)
        } catch {
            throw StartError("the first admin token cannot be made: \(error)")
        }
    }

    /// Hands out the administration of the database, which is made if it is missing; also while a server runs on it.
    package func withAdministration<Value>(
        _ surroundings: Surroundings, _ body: (Administration) async throws -> Value
    ) async throws -> Value {
        try await Self.withAdministration(in: directory, surroundings, body)
    }

    /// The same for a data directory that must hold a database already; its keys are not needed for that.
    package static func withAdministration<Value>(
        of configuration: ServerConfiguration, _ surroundings: Surroundings,
        _ body: (Administration) async throws -> Value
    ) async throws -> Value {
        guard let directory = DataDirectory(existing: configuration.dataDirectory), directory.hasDatabase else {
            try DataDirectory.checkAccess(to: configuration.dataDirectory)
            throw StartError(
                "\(configuration.dataDirectory): holds no database; assay serve and assay project add make one")
        }
        return try await withAdministration(in: directory, surroundings, body)
    }

    private static func withAdministration<Value>(
        in directory: DataDirectory, _ surroundings: Surroundings, _ body: (Administration) async throws -> Value
    ) async throws -> Value {
        let store = try await SQLiteStore.open(path: directory.databasePath)
        do {
            let value = try await body(
                Administration(
                    store: store, registry: store, keys: store, receipts: store, counts: store,
                    surroundings: surroundings))
            await store.close()
            return value
        } catch {
            await store.close()
            throw error
        }
    }
}
