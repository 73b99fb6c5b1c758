import AppCheck

/// The steps of a change. Each is settled by how many rows a statement touched, so that among racing callers the database
/// itself picks the one; each refusal rolls back those before it.
enum ResourceChanges {
    static func apply(
        _ changes: [ResourceChange], recording entries: [AuditEntry], on session: some SQLSession
    ) throws(StoreError) -> Decision<ChangeOutcome> {
        for change in changes {
            if let refusal = try carryOut(change, on: session) { return .rollBack(refusal) }
        }
        for entry in entries { try AuditEntries.insert(entry, on: session) }
        return .keep(.applied)
    }

    /// - Returns: why not, if it cannot be done.
    private static func carryOut(
        _ change: ResourceChange, on session: some SQLSession
    ) throws(StoreError) -> ChangeOutcome? {
        switch (change.before, change.after) {
        case (nil, nil): nil
        case (nil, let made?): try create(made, limit: change.limit, on: session)
        case (let before?, let after?): try replace(before, by: after, on: session)
        case (let removed?, nil): try remove(removed, on: session)
        }
    }

    private static func create(
        _ resource: Resource, limit: Int64?, on session: some SQLSession
    ) throws(StoreError) -> ChangeOutcome? {
        let table = resource.table
        if let missing = try missingParent(of: resource, on: session) { return .parentMissing(missing) }
        guard try session.execute(table.insert, resource.record.values) == 1 else { return .taken(resource.name) }
        if let limit {
            let counts = try session.query(table.count, resource.name.collection.parentKey)
            var row = SQLRow(counts.first ?? [], of: "a count")
            if try row.integer(Int64.self) > limit { return .limitReached(resource.name) }
        }
        return nil
    }

    private static func replace(
        _ before: Resource, by after: Resource, on session: some SQLSession
    ) throws(StoreError) -> ChangeOutcome? {
        let table = before.table
        guard before.name == after.name else {
            throw .unreadable("\(before.name) was to be replaced by \(after.name)")
        }
        guard let stored = try stored(before, on: session) else { return .overtaken(before.name) }
        if let missing = try missingParent(of: after, on: session) { return .parentMissing(missing) }
        let values = after.record.values
        if let rival = table.rival {
            let (old, new) = (rival.columns.map { stored[$0] }, rival.columns.map { values[$0] })
            if old != new, try !session.query(rival.query, new).isEmpty { return .taken(after.name) }
        }
        let replaced = try session.execute(table.replace, values.dropFirst(table.keyCount) + stored)
        return replaced == 1 ? nil : .overtaken(before.name)
    }

    private static func remove(
        _ resource: Resource, on session: some SQLSession
    ) throws(StoreError) -> ChangeOutcome? {
        let table = resource.table
        guard let stored = try stored(resource, on: session) else { return .overtaken(resource.name) }
        if let dependents = table.dependents, try !session.query(dependents, resource.name.key).isEmpty {
            return .inUse(resource.name)
        }
        return try session.execute(table.remove, stored) == 1 ? nil : .overtaken(resource.name)
    }

    /// The columns of a resource as they are in its row, which may be spelt otherwise than they are written now.
    /// - Returns: nil when it is not stored, or is not what it is thought to be.
    private static func stored(
        _ resource: Resource, on session: some SQLSession
    ) throws(StoreError) -> [SQLValue]? {
        let table = resource.table
        guard let values = try session.query(table.find, resource.name.key).first,
            try table.resource(values) == resource
        else { return nil }
        return Array(values.prefix(table.columnCount))
    }

    private static func missingParent(
        of resource: Resource, on session: some SQLSession
    ) throws(StoreError) -> ResourceName? {
        guard let parent = resource.record.parent, try session.query(parent.query, parent.parameters).isEmpty
        else { return nil }
        return parent.name
    }
}
