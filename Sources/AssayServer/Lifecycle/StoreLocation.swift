package import AppCheck
package import Storage

/// Where a store is, and the one place where it is opened.
package enum StoreLocation: Sendable, CustomStringConvertible, CustomReflectable {
    case file(path: String)
    case postgres(PostgresSettings)

    /// The store of a configuration.
    package init(_ configuration: ServerConfiguration) {
        if let settings = configuration.database.postgres {
            self = .postgres(settings)
        } else {
            self = .file(path: DataDirectory.databasePath(in: configuration.dataDirectory))
        }
    }

    /// Whether it is worth waiting for a store that is not available: what another machine has comes back without anybody
    /// who repairs this one.
    package var isRemote: Bool {
        switch self {
        case .file: false
        case .postgres: true
        }
    }

    /// - Parameters:
    ///   - patience: milliseconds that a write waits for another process that holds the file.
    ///   - importing: whether it may hold a part of an import.
    ///   - isBusy: whether more work waits for processors than they can do at once.
    ///   - events: hears what befalls the store; called from any thread.
    /// - Throws: ``StoreError/unavailable(_:)`` for what may pass, ``StoreError/unreadable(_:)`` for what somebody must
    ///   change. Neither has a password in it.
    package func open(
        waitingForLocks patience: Int32 = 5_000, importing: Bool = false, surroundings: Surroundings,
        isBusy: @escaping @Sendable () -> Bool = { false },
        events: @escaping @Sendable (StoreEvent) -> Void
    ) async throws(StoreError) -> any Store {
        switch self {
        case .file(let path):
            try await SQLiteStore.open(
                path: path, waitingForLocks: patience, importing: importing, events: events, isBusy: isBusy)
        case .postgres(let settings):
            try await PostgresStore.open(
                settings, surroundings: surroundings, importing: importing, events: events)
        }
    }

    package var description: String {
        switch self {
        case .file(let path): path
        case .postgres: "PostgreSQL"
        }
    }

    package var customMirror: Mirror { Mirror(self, children: []) }
}
