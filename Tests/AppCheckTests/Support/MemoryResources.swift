import AppCheck

extension MemoryStore: Registry {
    func project(_ reference: String) async throws(StoreError) -> RegisteredProject? {
        try read { contents in
            contents.projects.first { same($0.project.number, reference) || same($0.project.id, reference) }
        }
    }

    func app(_ appID: String, in project: Project) async throws(StoreError) -> RegisteredApp? {
        try read { contents in
            contents.appReads += 1
            guard case .app(let app)? = contents.resources[.app(project: project.number, appID)],
                same(app.appID, appID), app.project == project
            else { return nil }
            return app
        }
    }
}

extension MemoryStore: ResourceStore {
    func resource(_ name: ResourceName) async throws(StoreError) -> Resource? { try read { $0.resources[name] } }

    func resources(
        _ collection: ResourceCollection, after: String?, limit: Int
    ) async throws(StoreError) -> [Resource] {
        try read { contents in
            let ordered = contents.resources.filter { $0.key.collection == collection }
                .map { (id: $0.key.id, resource: $0.value) }
                .sorted { comesBefore($0.id, $1.id) }
            return ordered.drop { entry in after.map { !comesBefore($0, entry.id) } ?? false }
                .prefix(max(0, limit)).map(\.resource)
        }
    }

    func debugToken(
        secretHash: [UInt8], app appID: String, inProject number: String
    ) async throws(StoreError) -> DebugToken? {
        try read { contents in
            contents.debugTokens.first {
                $0.secretHash == secretHash && $0.appID == appID && $0.projectNumber == number
            }
        }
    }

    func apply(
        _ changes: [ResourceChange], recording entries: [AuditEntry]
    ) async throws(StoreError) -> ChangeOutcome {
        try write { contents in
            var changed = contents
            for change in changes {
                if let refusal = changed.refusal(of: change) { return refusal }
                if let before = change.before { changed.resources[before.name] = nil }
                if let after = change.after { changed.resources[after.name] = after }
            }
            changed.record += entries
            contents = changed
            return .applied
        }
    }

    func auditEntries(
        inProject number: String?, before: String?, limit: Int
    ) async throws(StoreError) -> [AuditEntry] {
        try read { contents in
            Array(
                contents.record.filter { number == nil || $0.projectNumber == number }
                    .filter { entry in before.map { comesBefore(entry.id, $0) } ?? true }
                    .sorted { comesBefore($1.id, $0.id) }.prefix(max(0, limit)))
        }
    }
}

extension MemoryStore.Contents {
    fileprivate var projects: [RegisteredProject] {
        resources.values.compactMap { if case .project(let project) = $0 { project } else { nil } }
    }
    fileprivate var debugTokens: [DebugToken] {
        resources.values.compactMap { if case .debugToken(let token) = $0 { token } else { nil } }
    }

    /// Why a change cannot be made, if it cannot.
    fileprivate func refusal(of change: ResourceChange) -> ChangeOutcome? {
        if let before = change.before {
            guard resources[before.name] == before else { return .overtaken(before.name) }
            if change.after == nil, resources.values.contains(where: { $0.isUnder(before.name) }) {
                return .inUse(before.name)
            }
        }
        guard let after = change.after else { return nil }
        if let parent = after.parent {
            guard let stored = resources[parent], after.belongs(to: stored) else { return .parentMissing(parent) }
        }
        if change.before == nil, resources[after.name] != nil { return .taken(after.name) }
        if resources.values.contains(where: { $0.name != after.name && $0.excludes(after) }) {
            return .taken(after.name)
        }
        let siblings = resources.keys.count { $0.collection == after.name.collection }
        if let limit = change.limit, siblings >= limit { return .limitReached(after.name) }
        return nil
    }
}

extension Resource {
    /// What it cannot be without.
    fileprivate var parent: ResourceName? {
        switch self {
        case .project: nil
        case .app, .service, .apiKey, .customTokenKey: name.projectNumber.map(ResourceName.project)
        case .debugToken(let token): .app(project: token.projectNumber, token.appID)
        case .adminToken(let token): token.projectNumber.map(ResourceName.project)
        }
    }

    /// An app names its project by number and id.
    fileprivate func belongs(to parent: Resource) -> Bool {
        guard case .app(let app) = self, case .project(let project) = parent else { return true }
        return app.project == project.project
    }

    fileprivate func isUnder(_ name: ResourceName) -> Bool { parent == name }

    /// Whether the other cannot be beside it, although its name is another.
    fileprivate func excludes(_ other: Resource) -> Bool {
        switch (self, other) {
        case (.project(let mine), .project(let theirs)): mine.project.id == theirs.project.id
        case (.debugToken(let mine), .debugToken(let theirs)):
            mine.name.collection == theirs.name.collection && mine.secretHash == theirs.secretHash
        case (.project, _), (.app, _), (.debugToken, _), (.service, _), (.apiKey, _), (.customTokenKey, _),
            (.adminToken, _):
            false
        }
    }
}

extension DebugToken {
    fileprivate var name: ResourceName { Resource.debugToken(self).name }
}

extension ResourceName {
    fileprivate var id: String {
        switch self {
        case .project(let id), .adminToken(let id), .app(_, let id), .debugToken(_, _, let id), .service(_, let id),
            .apiKey(_, let id), .customTokenKey(_, let id):
            id
        }
    }
}

/// Byte by byte: texts that Swift takes for equal may have other bytes.
private func same(_ text: String, _ other: String) -> Bool { text.utf8.elementsEqual(other.utf8) }

private func comesBefore(_ text: String, _ other: String) -> Bool {
    text.utf8.lexicographicallyPrecedes(other.utf8)
}
