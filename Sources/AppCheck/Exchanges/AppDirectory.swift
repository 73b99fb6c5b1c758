/// Finds registered apps, and remembers what it found for a few seconds so that exchanges do not wait for the store.
///
/// Only apps that exist are remembered: one that was just added is served at once, one that was removed or changed within
/// the lifetime of the entry. While the store cannot be asked, apps found before are still there for challenges.
package final class AppDirectory: Sendable {
    private let registry: any Registry
    private let apps: Remembered<RegisteredApp>

    /// - Parameter lifetime: seconds; 0 reads the store each time.
    package init(registry: any Registry, lifetime: Int64 = 3) {
        self.registry = registry
        // A project's id has 63 bytes at most, an app's 128.
        apps = Remembered(lifetime: lifetime, longestName: 192)
    }

    /// - Parameter project: number or id, as the client wrote it.
    package func app(_ appID: String, inProject project: String, at now: Int64) async throws(ExchangeError)
        -> RegisteredApp
    {
        let name = ExactName(appID, in: project)
        // To ask first saves the calls that could wait.
        if let known = apps.known(name, at: now) { return known }
        return try await apps.value(for: name, at: now, isOutage: \.isOutage) { () async throws(ExchangeError) in
            try await read(appID, project)
        }
    }

    /// The same for what is worth nothing by itself: while the store cannot be asked, an app counts that was found within
    /// the last hour, for a client that has its challenge may exchange it as soon as the store is back. Whether the app
    /// is still registered is decided then, by what the store says.
    func appForChallenge(
        _ appID: String, inProject project: String, at now: Int64
    ) async throws(ExchangeError) -> RegisteredApp {
        let name = ExactName(appID, in: project)
        if let known = apps.known(name, at: now) { return known }
        do { return try await app(appID, inProject: project, at: now) } catch {
            guard error.isOutage, let known = apps.lastKnown(name, at: now) else { throw error }
            return known
        }
    }

    /// The app if it was found within the lifetime of entries, or before an outage; without looking.
    func remembered(_ appID: String, inProject project: String, at now: Int64) -> RememberedApp? {
        apps.found(ExactName(appID, in: project), at: now).map { RememberedApp(entry: $0, moment: now) }
    }

    /// A project by its number or id, always as the store has it now.
    func project(_ reference: String) async throws(ExchangeError) -> Project {
        let found: RegisteredProject?
        do { found = try await registry.project(reference) } catch { throw ExchangeError(error) }
        guard let found else { throw .projectNotFound(reference) }
        return found.project
    }

    private func read(_ appID: String, _ reference: String) async throws(ExchangeError) -> RegisteredApp {
        let project: RegisteredProject?
        let app: RegisteredApp?
        do throws(StoreError) {
            project = try await registry.project(reference)
            app = if let project { try await registry.app(appID, in: project.project) } else { nil }
        } catch {
            throw ExchangeError(error)
        }
        guard project != nil else { throw .projectNotFound(reference) }
        guard let app else { throw .appNotRegistered(appID) }
        return app
    }
}

/// An app that was found before, and the moment at which it was remembered.
package struct RememberedApp: Sendable {
    fileprivate let entry: Remembered<RegisteredApp>.Entry
    /// Seconds since 1970.
    package let moment: Int64

    /// Nil if it was found before an outage of the store: then the store has to be asked first.
    var app: RegisteredApp? { entry.isOutlived ? nil : entry.value }
}

extension ExchangeError {
    /// Whether it says nothing about what was asked for, because the store could not be asked.
    fileprivate var isOutage: Bool {
        if case .unavailable = self { true } else { false }
    }
}
