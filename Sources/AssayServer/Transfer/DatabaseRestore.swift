package import AppCheck
private import FoundationEssentials
private import Storage

/// A backup in the place of a data directory's database.
package struct DatabaseRestore: Sendable {
    package struct Report: Sendable {
        package let databasePath: String
        /// Where the database that was there is now; nil if there was none.
        package let replacedPath: String?
        package let tables: [TableCount]
        /// Whether challenges from before the restore were good, and are so no more.
        package let voidsChallenges: Bool
        /// Whether a master key was there for the server keys to be tried with.
        package let triedMasterKey: Bool
    }

    private let configuration: ServerConfiguration
    private let directory: DataDirectory
    private let environment: [String: String]
    private let surroundings: Surroundings

    /// - Parameter environment: of the process, which may hold the master key.
    package init(
        into configuration: ServerConfiguration, environment: [String: String], surroundings: Surroundings
    ) throws {
        try TransferError.requireFile(configuration)
        self.configuration = configuration
        directory = try DataDirectory(configuration.dataDirectory)
        (self.environment, self.surroundings) = (environment, surroundings)
    }

    /// Puts a backup in place, in one step and on the disk.
    /// - Parameters:
    ///   - replaces: whether a database that is there is moved aside. Nothing is ever deleted.
    ///   - checksum: SHA-256 that the backup must have, in hexadecimal digits; nil if nobody noted it.
    /// - Throws: ``TransferError`` and others, when the backup is no good or a server runs. The database that was there
    ///   is still there then.
    package func run(
        _ backup: String, replaces: Bool, checksum: String?, progress: @escaping @Sendable (WorkProgress) -> Void
    ) async throws -> Report {
        let path = directory.databasePath
        let lock = try FolderLock.toReplace(path)
        defer { lock.release() }
        let present = Self.files(of: path).filter(FileManager.default.fileExists(atPath:))
        guard present.isEmpty || replaces else {
            throw TransferError("\(present[0]): is there already; add --replace to have it moved aside")
        }
        guard FileManager.default.isReadableFile(atPath: backup) else {
            throw TransferError("\(backup): is missing or cannot be read")
        }
        if let checksum, try DraftFile.checksum(of: backup).digits != checksum.lowercased() {
            throw TransferError("\(backup): does not have that checksum; it is damaged, or another file")
        }
        let draft = try DraftFile(for: path)
        do {
            let contents = try await SQLiteRestore.prepare(backup, at: draft.path, progress: progress)
            let triedMasterKey = try MasterKeyTrial.run(
                on: contents.serverKeys, of: backup, for: configuration, environment: environment, surroundings)
            let aside = try await present.isEmpty ? nil : moveAside(present)
            try draft.replace()
            return Report(
                databasePath: path, replacedPath: aside, tables: contents.tables,
                voidsChallenges: contents.droppedChallengeKeys > 0, triedMasterKey: triedMasterKey)
        } catch {
            draft.discard()
            throw error
        }
    }

    /// Gives the database a second name, under which it stays when another one takes the first.
    private func moveAside(_ present: [String]) async throws -> String {
        let path = directory.databasePath
        if present.contains(path) { try await SQLiteRestore.settle(path) }
        let stamp = surroundings.now().formatted(.iso8601).filter { $0.isLetter || $0.isNumber }
        let aside = "\(path).replaced-\(stamp)"
        for file in Self.files(of: path) where FileManager.default.fileExists(atPath: file) {
            let other = aside + file.dropFirst(path.count)
            try DraftFile.requireNone(at: other)
            if file == path {
                // So that at no moment is there no database, for which a server would make an empty one.
                try FileManager.default.linkItem(atPath: file, toPath: other)
            } else {
                // What is left of a log belongs to it, and would be taken for one of the new database.
                try FileManager.default.moveItem(atPath: file, toPath: other)
            }
        }
        return aside
    }

    private static func files(of path: String) -> [String] { ["", "-wal", "-shm", "-journal"].map { path + $0 } }
}
