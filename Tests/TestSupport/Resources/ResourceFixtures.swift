import AppCheck
import Synchronization

/// What a store answered where a test took it for granted that the change is made.
package struct RefusedChange: Error, Equatable {
    package let outcome: ChangeOutcome

    package init(outcome: ChangeOutcome) { self.outcome = outcome }
}

/// Resources that tests start from: made and removed as administrators do it, with an entry in the record.
extension ResourceStore {
    /// - Throws: ``RefusedChange``, or what the store throws.
    package func add(_ project: Project) async throws {
        try await add(.project(RegisteredProject(project: project)))
    }

    /// - Throws: ``RefusedChange``, or what the store throws.
    package func add(_ app: RegisteredApp) async throws { try await add(.app(app)) }

    /// - Throws: ``RefusedChange``, or what the store throws.
    package func add(_ resource: Resource) async throws {
        try await make([.create(resource)], "create", resource.name)
    }

    /// Whether there was such an app.
    package func removeApp(_ appID: String, in project: Project) async throws -> Bool {
        let name = ResourceName.app(project: project.number, appID)
        guard let app = try await resource(name) else { return false }
        try await make([.remove(app)], "remove", name)
        return true
    }

    /// All projects, ordered by number.
    package func projects() async throws -> [Project] {
        try await resources(.projects, after: nil, limit: .max).compactMap { resource in
            if case .project(let project) = resource { project.project } else { nil }
        }
    }

    /// All apps of a project, ordered by app id.
    package func apps(in project: Project) async throws -> [RegisteredApp] {
        try await resources(.apps(project: project.number), after: nil, limit: .max).compactMap { resource in
            if case .app(let app) = resource { app } else { nil }
        }
    }

    private func make(_ changes: [ResourceChange], _ action: String, _ name: ResourceName) async throws {
        let entry = AuditEntry(
            id: AuditNumbers.next(), at: 0, actor: "a test", action: action, resource: "\(name)",
            projectNumber: name.projectNumber, before: nil, after: nil)
        let outcome = try await apply(changes, recording: [entry])
        guard outcome == .applied else { throw RefusedChange(outcome: outcome) }
    }
}

/// Ids of entries in the record that differ within one process of tests, and grow.
private enum AuditNumbers {
    private static let last = Atomic(0)

    static func next() -> String {
        let number = String(last.add(1, ordering: .relaxed).newValue)
        // Of the form that the server's own ids have, and older than those.
        return String(repeating: "0", count: 32 - number.count) + number
    }
}
