private import Synchronization

/// Finds registered apps, and remembers what it found for a few seconds so that exchanges do not wait for the store.
///
/// Only apps that exist are remembered: one that was just added is served at once, one that was removed or changed within
/// the lifetime of the entry.
package final class AppDirectory: Sendable {
    /// Bytes, as the store compares them: texts that Swift takes for equal may have others, and must neither find nor
    /// displace the app's entry.
    private struct Name: Hashable {
        let project: [UInt8]
        let app: [UInt8]

        init(project: String, app: String) { (self.project, self.app) = (Array(project.utf8), Array(app.utf8)) }
    }
    private struct Entry {
        let app: RegisteredApp
        let readAt: Int64
    }

    private let registry: any Registry
    private let lifetime: Int64
    private let entries = Mutex<[Name: Entry]>([:])
    private static let capacity = 4096

    /// - Parameter lifetime: seconds; 0 reads the store each time.
    package init(registry: any Registry, lifetime: Int64 = 3) {
        (self.registry, self.lifetime) = (registry, lifetime)
    }

    /// - Parameter project: number or id, as the client wrote it.
    package func app(_ appID: String, inProject project: String, at now: Int64) async throws(ExchangeError)
        -> RegisteredApp
    {
        let name = Name(project: project, app: appID)
        if let known = entries.withLock({ $0[name] }), known.readAt <= now, now - known.readAt < lifetime {
            return known.app
        }
        let app: RegisteredApp
        do { app = try await read(appID, project) } catch {
            // Or a clock that goes backwards would bring a removed app back.
            entries.withLock { $0[name] = nil }
            throw error
        }
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries.removeAll() }
            entries[name] = Entry(app: app, readAt: now)
        }
        return app
    }

    /// Whether the app was found within the lifetime of entries; without looking.
    func remembers(_ appID: String, inProject project: String, at now: Int64) -> Bool {
        guard let known = entries.withLock({ $0[Name(project: project, app: appID)] }) else { return false }
        return known.readAt <= now && now - known.readAt < lifetime
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
