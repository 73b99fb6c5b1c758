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

    /// Hands out the registry of projects and apps, also while a server runs on the same database.
    package func withRegistry<Value>(
        _ body: (any Registry) async throws -> Value
    ) async throws -> Value {
        try await Self.withRegistry(in: directory, body)
    }

    /// The same for a data directory that must hold a database already; its keys are not needed for that.
    package static func withRegistry<Value>(
        of configuration: ServerConfiguration, _ body: (any Registry) async throws -> Value
    ) async throws -> Value {
        guard let directory = DataDirectory(existing: configuration.dataDirectory), directory.hasDatabase else {
            try DataDirectory.checkAccess(to: configuration.dataDirectory)
            throw StartError(
                "\(configuration.dataDirectory): holds no database; assay serve and assay project add make one")
        }
        return try await withRegistry(in: directory, body)
    }

    private static func withRegistry<Value>(
        in directory: DataDirectory, _ body: (any Registry) async throws -> Value
    ) async throws -> Value {
        let store = try await SQLiteStore.open(path: directory.databasePath)
        do {
            let value = try await body(store)
            await store.close()
            return value
        } catch {
            await store.close()
            throw error
        }
    }
}
