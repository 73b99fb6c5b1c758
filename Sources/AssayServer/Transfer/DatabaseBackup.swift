package import AppCheck
private import Storage

/// The database of a data directory as a file that can be put away.
package enum DatabaseBackup {
    package struct Report: Sendable {
        package let byteCount: Int
        /// SHA-256 of the file in hexadecimal digits.
        package let checksum: String
        package let tables: [TableCount]
    }

    /// Copies the database while servers use it.
    /// - Parameter path: of a file that is not there yet.
    /// - Throws: ``TransferError``, and others of the store. Nothing is left behind then.
    package static func make(
        of configuration: ServerConfiguration, at path: String, progress: @escaping @Sendable (WorkProgress) -> Void
    ) async throws -> Report {
        try TransferError.requireFile(configuration)
        try Installation.requireDatabase(in: configuration.dataDirectory)
        try DraftFile.requireNone(at: path)
        let draft = try DraftFile(for: path)
        do {
            let tables = try await SQLiteBackup.make(
                of: DataDirectory.databasePath(in: configuration.dataDirectory), at: draft.path, progress: progress)
            let (byteCount, checksum) = try DraftFile.checksum(of: draft.path)
            try draft.publish()
            return Report(byteCount: byteCount, checksum: checksum, tables: tables)
        } catch {
            draft.discard()
            throw error
        }
    }
}
