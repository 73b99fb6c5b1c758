package import AppCheck
package import Cryptography
private import Storage

/// What a configuration stands on: the data directory with its master key, made if this is the first start.
package struct Installation: Sendable {
    package let directory: DataDirectory
    package let masterKey: SymmetricKey
    /// Whether the data directory holds no database yet.
    package let isNew: Bool

    package init(
        _ configuration: ServerConfiguration, environment: [String: String], surroundings: Surroundings
    ) throws(StartError) {
        do {
            directory = try DataDirectory(configuration.dataDirectory)
            isNew = !directory.hasDatabase
            masterKey = try directory.masterKey(environment: environment) { () throws(CryptographyError) in
                try surroundings.randomBytes(SymmetricKey.byteCount)
            }
        } catch {
            throw StartError(error.description)
        }
    }

    /// Hands out the registry of projects and apps, also while a server runs on the same database.
    package func withRegistry<Value>(
        _ body: (any Registry) async throws -> Value
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
