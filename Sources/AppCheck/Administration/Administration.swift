private import Cryptography

/// Whoever makes a change, in words for the record: `admin token 0192… (release pipeline)`, `command line`.
package struct Actor: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Some of a collection, and whether there is more.
package struct Page<Item: Sendable>: Sendable {
    package let items: [Item]
    /// The id to go on behind; nil on the last page.
    package let next: String?

    package init(items: [Item], next: String?) { (self.items, self.next) = (items, next) }
}

/// What administrators do: the same for REST and the command line. Each change is recorded with whoever made it, in the
/// transaction that makes it.
package struct Administration: Sendable {
    let store: any ResourceStore
    let registry: any Registry
    let keys: any AttestedKeyStore
    let receipts: any ReceiptStore
    let counts: any ExchangeCountStore
    let surroundings: Surroundings

    package init(
        store: any ResourceStore, registry: any Registry, keys: any AttestedKeyStore, receipts: any ReceiptStore,
        counts: any ExchangeCountStore, surroundings: Surroundings
    ) {
        (self.store, self.registry, self.surroundings) = (store, registry, surroundings)
        (self.keys, self.receipts, self.counts) = (keys, receipts, counts)
    }

    // MARK: Reading

    func find(_ name: ResourceName) async throws(AdministrationError) -> Resource {
        let found: Resource?
        do { found = try await store.resource(name) } catch { throw AdministrationError(error) }
        guard let found else { throw .notFound(name) }
        return found
    }

    func page(
        _ collection: ResourceCollection, after: String?, size: Int
    ) async throws(AdministrationError) -> Page<Resource> {
        let found: [Resource]
        do { found = try await store.resources(collection, after: after, limit: size + 1) } catch {
            throw AdministrationError(error)
        }
        guard found.count > size else { return Page(items: found, next: nil) }
        let items = Array(found.prefix(size))
        return Page(items: items, next: items.last?.name.id)
    }

    /// All of a collection that is known to be small.
    func all(_ collection: ResourceCollection) async throws(AdministrationError) -> [Resource] {
        var (found, next): ([Resource], String?) = ([], nil)
        repeat {
            let page = try await page(collection, after: next, size: 500)
            found += page.items
            next = page.next
        } while next != nil
        return found
    }

    // MARK: Changing

    /// What one change is called in the record, and who makes it.
    struct Deed: Sendable {
        let action: String
        let actor: Actor
    }

    func create(_ resource: Resource, limit: Int64? = nil, _ deed: Deed) async throws(AdministrationError) {
        switch try await apply([.create(resource, limit: limit)], deed) {
        case .applied: return
        case .taken: throw .alreadyExists(Self.words(for: resource))
        case .overtaken(let name): throw .overtaken(name)
        case .limitReached(let name): throw .limitReached(name, most: limit ?? 0)
        case .inUse(let name): throw .inUse(name)
        case .parentMissing(let name): throw .notFound(name)
        }
    }

    /// Reads, changes and writes; again if somebody else was faster, unless the caller insists on what it read.
    /// - Parameters:
    ///   - etag: of what the caller read; nil for whatever there is.
    ///   - change: what becomes of the resource. Nothing is written or recorded where it leaves all as it is.
    func update(
        _ name: ResourceName, etag: String?, _ deed: Deed,
        _ change: (Resource, _ now: Int64) throws(RegistrationFault) -> Resource
    ) async throws(AdministrationError) -> Resource {
        for _ in 0..<Self.attempts {
            let before = try await find(name)
            guard etag.map({ Self.isSame($0, before.etag) }) ?? true else { throw .etagMismatch(name) }
            let after: Resource
            do { after = try change(before, surroundings.seconds) } catch { throw .invalid(error) }
            guard after.fields != before.fields else { return before }
            switch try await apply([.replace(before, by: after)], deed) {
            case .applied: return after
            case .overtaken: continue
            case .taken: throw .alreadyExists(Self.words(for: after))
            case .limitReached(let name): throw .limitReached(name, most: 0)
            case .inUse(let name): throw .inUse(name)
            case .parentMissing(let name): throw .notFound(name)
            }
        }
        throw etag == nil ? .overtaken(name) : .etagMismatch(name)
    }

    /// Removes a resource.
    /// - Parameter dependents: finds what is under it and goes first; nil where it must have nothing under it.
    func remove(
        _ name: ResourceName, etag: String?, _ deed: Deed,
        dependents: (() async throws(AdministrationError) -> [Resource])? = nil
    ) async throws(AdministrationError) {
        for _ in 0..<Self.attempts {
            let before = try await find(name)
            guard etag.map({ Self.isSame($0, before.etag) }) ?? true else { throw .etagMismatch(name) }
            let removed = try await (dependents?() ?? []) + [before]
            switch try await apply(removed.map { .remove($0) }, deed) {
            case .applied: return
            case .inUse where dependents == nil: throw .inUse(name)
            case .overtaken, .inUse: continue
            case .taken, .limitReached, .parentMissing: throw .internalFailure("a removal was refused")
            }
        }
        throw .overtaken(name)
    }

    /// Writes the changes and their entries in the record.
    func apply(
        _ changes: [ResourceChange], _ deed: Deed
    ) async throws(AdministrationError) -> ChangeOutcome {
        var entries: [AuditEntry] = []
        for change in changes {
            guard let name = (change.after ?? change.before)?.name else { continue }
            let id: String
            do { id = try ResourceID.make(surroundings, place: entries.count) } catch {
                throw AdministrationError(error)
            }
            entries.append(
                AuditEntry(
                    id: id, at: surroundings.seconds, actor: deed.actor.description, action: deed.action,
                    resource: name.description, projectNumber: name.projectNumber, before: change.before?.fields,
                    after: change.after?.fields))
        }
        do { return try await store.apply(changes, recording: entries) } catch { throw AdministrationError(error) }
    }

    /// How often a change is tried before others are said to be in its way.
    private static let attempts = 5

    /// An etag may come back in the quotes that HTTP puts around it.
    static func isSame(_ given: String, _ etag: String) -> Bool { given == etag || given == "\"\(etag)\"" }

    /// What is there already, in words without a secret.
    static func words(for resource: Resource) -> String {
        switch resource {
        case .project(let project): "project \(project.project.id) or number \(project.project.number)"
        case .app(let app): "app \(app.appID) of project \(app.project.id)"
        case .debugToken: "a debug token with this secret"
        case .service(let service): "service \(service.id)"
        case .apiKey(let key): "API key \(key.id)"
        case .customTokenKey(let key): "custom token key \(key.id)"
        case .adminToken(let token): "admin token \(token.id)"
        }
    }
}
