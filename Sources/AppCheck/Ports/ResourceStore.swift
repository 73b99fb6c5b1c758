/// One step of a change: from what the caller read to what shall be.
package struct ResourceChange: Hashable, Sendable {
    /// Nil for a resource that is made.
    package let before: Resource?
    /// Nil for a resource that is removed. Otherwise of the same name as `before`.
    package let after: Resource?
    /// How many resources the collection may hold once this one is made; nil for any number.
    package let limit: Int64?

    private init(_ before: Resource?, _ after: Resource?, limit: Int64?) {
        (self.before, self.after, self.limit) = (before, after, limit)
    }

    package static func create(_ resource: Resource, limit: Int64? = nil) -> ResourceChange {
        ResourceChange(nil, resource, limit: limit)
    }

    package static func replace(_ before: Resource, by after: Resource) -> ResourceChange {
        ResourceChange(before, after, limit: nil)
    }

    package static func remove(_ resource: Resource) -> ResourceChange { ResourceChange(resource, nil, limit: nil) }
}

package enum ChangeOutcome: Hashable, Sendable {
    /// All steps and their audit entries are on disk.
    case applied
    /// A resource is not what the caller read: changed, removed or made meanwhile. Nothing was changed.
    case overtaken(ResourceName)
    /// The name, the project's id or number, or the secret is another resource's. Nothing was changed.
    case taken(ResourceName)
    /// The collection is full. Nothing was changed.
    case limitReached(ResourceName)
    /// The parent does not exist, or the resource still has others under it. Nothing was changed.
    case inUse(ResourceName)
    case parentMissing(ResourceName)
}

/// What administrators manage, and the record of what they did.
///
/// `apply` is one transaction, durable when it returns.
package protocol ResourceStore: Sendable {
    func resource(_ name: ResourceName) async throws(StoreError) -> Resource?

    /// A collection in the order of ids (compared byte by byte).
    /// - Parameters:
    ///   - after: the id that the listing goes on behind; nil for the start. For projects that is their number.
    ///   - limit: at most so many.
    func resources(
        _ collection: ResourceCollection, after: String?, limit: Int
    ) async throws(StoreError) -> [Resource]

    /// The app's debug token with that hash of its secret.
    func debugToken(
        secretHash: [UInt8], app appID: String, inProject number: String
    ) async throws(StoreError) -> DebugToken?

    /// Carries out all steps, in their order, and writes the entries; or does nothing at all.
    func apply(
        _ changes: [ResourceChange], recording entries: [AuditEntry]
    ) async throws(StoreError) -> ChangeOutcome

    /// The record, newest first.
    /// - Parameters:
    ///   - number: entries of that project only; nil for all.
    ///   - before: the id that the listing goes on behind; nil for the newest.
    func auditEntries(
        inProject number: String?, before: String?, limit: Int
    ) async throws(StoreError) -> [AuditEntry]
}
