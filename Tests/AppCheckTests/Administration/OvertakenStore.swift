import AppCheck
import MemoryStore
import Synchronization

/// A store in which somebody else changes the app's lifetime right before each of the first writes.
final class OvertakenStore: ResourceStore, Registry {
    private let base: MemoryStore
    private let rounds = Atomic(0)
    private let times: Int

    init(_ base: MemoryStore, times: Int) { (self.base, self.times) = (base, times) }

    func apply(
        _ changes: [ResourceChange], recording entries: [AuditEntry]
    ) async throws(StoreError) -> ChangeOutcome {
        let round = rounds.add(1, ordering: .relaxed).newValue
        if round <= times, let name = (changes.first?.after ?? changes.first?.before)?.name,
            let app = try await base.resource(name)?.app,
            let other = try? RegisteredApp(
                project: app.project, appID: app.appID, displayName: app.displayName, teamID: app.teamID,
                bundleIDs: app.bundleIDs, environments: app.environments, trustAnchors: app.trustAnchors,
                tokenTTL: Int64(1_800 + round), policies: app.policies, createdAt: app.createdAt,
                updatedAt: app.updatedAt)
        {
            _ = try await base.apply([.replace(.app(app), by: .app(other))], recording: [])
        }
        return try await base.apply(changes, recording: entries)
    }

    func resource(_ name: ResourceName) async throws(StoreError) -> Resource? { try await base.resource(name) }

    func resources(
        _ collection: ResourceCollection, after: String?, limit: Int
    ) async throws(StoreError) -> [Resource] { try await base.resources(collection, after: after, limit: limit) }

    func debugToken(
        secretHash: [UInt8], app appID: String, inProject number: String
    ) async throws(StoreError) -> DebugToken? {
        try await base.debugToken(secretHash: secretHash, app: appID, inProject: number)
    }

    func auditEntries(
        inProject number: String?, before: String?, limit: Int
    ) async throws(StoreError) -> [AuditEntry] {
        try await base.auditEntries(inProject: number, before: before, limit: limit)
    }

    func project(_ reference: String) async throws(StoreError) -> RegisteredProject? {
        try await base.project(reference)
    }

    func app(_ appID: String, in project: Project) async throws(StoreError) -> RegisteredApp? {
        try await base.app(appID, in: project)
    }
}
