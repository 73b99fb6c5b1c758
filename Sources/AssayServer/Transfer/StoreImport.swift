package import AppCheck
private import Storage

/// An export in an empty store.
package struct StoreImport: Sendable {
    package struct Report: Sendable {
        package let tables: [TableCount]
        /// Of them, those that an import which was broken off had brought.
        package let rowsThereBefore: Int
        /// Whether a master key was there for the server keys to be tried with.
        package let triedMasterKey: Bool
    }

    private let configuration: ServerConfiguration
    private let environment: [String: String]
    private let surroundings: Surroundings

    /// - Parameter environment: of the process, which may hold the master key.
    package init(
        into configuration: ServerConfiguration, environment: [String: String], surroundings: Surroundings
    ) {
        (self.configuration, self.environment, self.surroundings) = (configuration, environment, surroundings)
    }

    /// Reads the file whole and finds it in order before it touches the store; then adds its rows, or the rest of them.
    /// - Throws: ``TransferError``, and others of the store.
    package func run(
        _ path: String, warn: @escaping @Sendable (String) -> Void, progress: @escaping @Sendable (WorkProgress) -> Void
    ) async throws -> Report {
        let manifest = try await manifest(path, progress)
        let triedMasterKey = try MasterKeyTrial.run(
            on: manifest.serverKeys, of: path, for: configuration, environment: environment, surroundings)
        if !configuration.database.isPostgres { _ = try DataDirectory(configuration.dataDirectory) }
        let before = try await Installation.withStore(
            of: configuration, makesStore: true, importing: true, surroundings, warn: warn
        ) { store in
            do throws(TransferFault) {
                return try await store.importRows(
                    of: manifest, at: surroundings.seconds, read: try Self.reading(path).read, progress: progress)
            } catch { throw TransferError(error, file: path) }
        }
        return Report(tables: manifest.tables, rowsThereBefore: before, triedMasterKey: triedMasterKey)
    }

    private func manifest(
        _ path: String, _ progress: @escaping @Sendable (WorkProgress) -> Void
    ) async throws(TransferError) -> TransferManifest {
        do throws(TransferFault) {
            let (read, byteCount) = try Self.reading(path)
            return try await TransferManifest.verify(byteCount: byteCount, read: read, progress: progress)
        } catch { throw TransferError(error, file: path) }
    }

    private static func reading(
        _ path: String
    ) throws(TransferFault) -> (read: @Sendable () throws(TransferFault) -> [UInt8], byteCount: Int) {
        let unreadable = TransferFault.file("cannot be read")
        do throws(FileFault) {
            let file = try OpenFile(reading: path)
            let read: @Sendable () throws(TransferFault) -> [UInt8] = { () throws(TransferFault) in
                do throws(FileFault) { return try file.read(upTo: 1 << 18) } catch { throw unreadable }
            }
            return (read, try file.status().byteCount)
        } catch { throw unreadable }
    }
}
