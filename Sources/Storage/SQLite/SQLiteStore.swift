package import AppCheck

/// The embedded store: one SQLite file on a local disk, readable by its owner alone.
///
/// Whatever it acknowledged is on disk. Several processes may use the same file; a write that another one holds up for
/// too long fails.
package final class SQLiteStore: SessionStore {
    let writer: SQLiteWriter
    let readers: SQLiteReaders
    private let path: String
    private let patience: Int32
    /// Nil where the folder cannot be locked.
    private let lock: FolderLock?

    /// Opens the file, creates it if it is missing, and brings its schema up to date.
    /// - Parameters:
    ///   - path: of the database. Two more files appear beside it, with `-wal` and `-shm` at the end.
    ///   - patience: how long to wait for another process that writes, in milliseconds.
    ///   - importing: whether it is opened for an import. Nobody else may have it while one is not finished.
    ///   - events: hears, while the store is opened, that a newer version has migrated the file, and later that the disk
    ///     failed. Called from any thread.
    ///   - isBusy: whether more work waits for processors than they can do at once; commits then wait for more writes. Must
    ///     not take long.
    /// - Throws: ``StoreError/unavailable(_:)`` when the file cannot be created, opened or written to, and
    ///   ``StoreError/unreadable(_:)`` when it is no database of this program or has a newer schema.
    package static func open(
        path: String, waitingForLocks patience: Int32 = 5000, importing: Bool = false,
        events: @escaping @Sendable (StoreEvent) -> Void = { _ in },
        isBusy: @escaping @Sendable () -> Bool = { false }
    ) async throws(StoreError) -> SQLiteStore {
        try await WorkerThread.value { () throws(StoreError) in
            let lock = try FolderLock.toUse(path)
            let (writer, schema) = try SQLiteFile.openWriter(
                path: path, patience: patience, migrations: Migration.all, importing: importing)
            if case .newerButServed(let number) = schema { events(.schemaIsNewer(number)) }
            // One for each core of a small machine, and one more that may be making a checkpoint.
            var readers: [SQLiteConnection] = []
            for _ in 0..<3 {
                let reader = try SQLiteFile.openReader(path: path, patience: patience)
                // Where a store is given up without being closed, they may end after the writer, who alone knows whether the
                // log may go.
                reader.keepLogOnClose()
                readers.append(reader)
            }
            return try SQLiteStore(path, patience, lock, writer, readers, isBusy, events)
        }
    }

    private init(
        _ path: String, _ patience: Int32, _ lock: FolderLock?, _ writer: SQLiteConnection,
        _ readers: [SQLiteConnection], _ isBusy: @escaping @Sendable () -> Bool,
        _ events: @escaping @Sendable (StoreEvent) -> Void
    ) throws(StoreError) {
        (self.path, self.patience, self.lock) = (path, patience, lock)
        let readers = try SQLiteReaders(readers)
        self.readers = readers
        let log = LogKeeper(LogCheckpoints(on: readers, events: events))
        self.writer = try SQLiteWriter(writer, isBusy: isBusy, keeping: log)
    }

    package func write<Value: Sendable>(
        _ isolation: Isolation, _ body: @escaping @Sendable (SQLiteConnection) throws(StoreError) -> Decision<Value>
    ) async throws(StoreError) -> Value {
        // There is one writer at a time, whatever the isolation.
        try await writer.write(body)
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await readers.read(body)
    }

    package func snapshot<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await WorkerThread.value { [path, patience] () throws(StoreError) in
            // One of its own: those of the readers serve everybody else.
            let connection = try SQLiteFile.openReader(path: path, patience: patience)
            defer { connection.close() }
            return try connection.inSnapshot { () throws(StoreError) in try body(connection) }
        }
    }

    package func close() async {
        await readers.close()
        // Last and alone, or the log would stay behind: SQLite removes it only for a connection without company.
        await writer.close()
        lock?.release()
    }

    /// Caps the database file. What would make it grow further fails as on a full disk, until the cap is lifted.
    /// - Parameter pages: of 4096 bytes; no less than are in use already. Nothing for no cap.
    package func limitSize(toPages pages: UInt32?) async throws(StoreError) {
        // 1073741823 is what SQLite starts with.
        let most = pages.map { min(max($0, 1), 1_073_741_823) } ?? 1_073_741_823
        try await writer.write { connection throws(StoreError) in
            _ = try connection.query("PRAGMA max_page_count = \(most)", [])
            return .keep(())
        }
    }

    /// How well commits are shared.
    package var writeStatistics: WriteStatistics { writer.statistics }
}
