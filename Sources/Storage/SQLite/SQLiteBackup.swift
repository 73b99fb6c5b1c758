package import AppCheck

/// A database as a file that can be put away.
package enum SQLiteBackup {
    /// Copies a database while it is in use, and checks the copy.
    /// - Parameters:
    ///   - path: of the database.
    ///   - draft: an empty file that its owner alone may read. Its content is not on the disk for certain afterwards.
    /// - Returns: what the tables held at the moment of the copy, in the order of their names.
    package static func make(
        of path: String, at draft: String, progress: @escaping @Sendable (WorkProgress) -> Void
    ) async throws(StoreError) -> [TableCount] {
        try await WorkerThread.value { () throws(StoreError) in
            let lock = try FolderLock.toUse(path)
            defer { lock?.release() }
            let source = try SQLiteFile.openReader(path: path, patience: 5_000)
            defer { source.close() }
            do throws(StoreError) {
                try SQLiteFile.checkOrigin(source)
                return try SQLiteCopy.make(of: source, at: draft, progress)
            } catch { throw error.about(path) }
        }
    }
}

/// A backup on its way to being the database.
package enum SQLiteRestore {
    /// What was found in a backup.
    package struct Contents: Sendable {
        /// In the order of their names, as the backup has them.
        package let tables: [TableCount]
        /// Sealed, without those that challenges were made with.
        package let serverKeys: [StoredKey]
        /// How many keys challenges were made with; they are gone.
        package let droppedChallengeKeys: Int
    }

    /// Copies a backup, checks the copy, and takes the keys of challenges out of it: a backup does not know which
    /// challenges were used after it was made, so that none from before may be good any more.
    /// - Parameter draft: an empty file in the folder of the database to be.
    package static func prepare(
        _ backup: String, at draft: String, progress: @escaping @Sendable (WorkProgress) -> Void
    ) async throws(StoreError) -> Contents {
        try await WorkerThread.value { () throws(StoreError) in
            do throws(StoreError) {
                let source = try SQLiteConnection(path: backup, patience: 5_000, readOnly: true)
                defer { source.close() }
                try SQLiteFile.checkOrigin(source)
                _ = try Migration.state(on: source)
                let tables = try SQLiteCopy.make(of: source, at: draft, progress)
                let copy = try SQLiteConnection(path: draft, patience: 0)
                defer { copy.close() }
                let dropped = try copy.execute(
                    "DELETE FROM server_keys WHERE kind = $1", [.text(StoredKey.Kind.challenge.rawValue)])
                var keys: [StoredKey] = []
                for kind in StoredKey.Kind.allCases { keys += try ServerKeys.all(kind, on: copy) }
                return Contents(tables: tables, serverKeys: keys, droppedChallengeKeys: dropped)
            } catch { throw error.about(backup) }
        }
    }

    /// Readies a database for being moved aside: its log goes into it. Where that cannot be done, since it is damaged or
    /// no database, both stay as they are.
    /// - Throws: ``StoreError/unavailable(_:)`` when somebody uses it.
    package static func settle(_ path: String) async throws(StoreError) {
        try await WorkerThread.value { () throws(StoreError) in
            do throws(StoreError) {
                // One that writes would throw away a log that it does not understand.
                let reader = try SQLiteConnection(path: path, patience: 0, readOnly: true)
                defer { reader.close() }
                _ = try reader.query("SELECT count(*) FROM sqlite_schema", [])
            } catch .unreadable { return } catch { throw error.about(path) }
            do throws(StoreError) {
                let connection = try SQLiteConnection(path: path, patience: 0)
                defer { connection.close() }
                guard try connection.leaveWriteAheadLog() else { throw FolderLock.inUse }
            } catch { throw error.about(path) }
        }
    }
}
