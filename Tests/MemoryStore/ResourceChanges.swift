internal import AppCheck

extension Shelves {
    /// One step of a change.
    /// - Returns: why not, if it cannot be made; nothing was changed then.
    mutating func carryOut(_ change: ResourceChange) throws(StoreError) -> ChangeOutcome? {
        switch (change.before, change.after) {
        case (nil, nil): nil
        case (nil, let made?): create(made, limit: change.limit)
        case (let before?, let after?): try replace(before, by: after)
        case (let removed?, nil): remove(removed)
        }
    }

    private mutating func create(_ resource: Resource, limit: Int64?) -> ChangeOutcome? {
        let name = resource.name
        if let missing = missingParent(of: resource) { return .parentMissing(missing) }
        guard self[name] == nil, !hasRival(of: resource) else { return .taken(name) }
        if let limit, self[name.collection].count >= limit { return .limitReached(name) }
        self[name] = resource
        return nil
    }

    private mutating func replace(_ before: Resource, by after: Resource) throws(StoreError) -> ChangeOutcome? {
        let name = before.name
        guard name == after.name else { throw .unreadable("\(name) was to be replaced by \(after.name)") }
        guard self[name] == before else { return .overtaken(name) }
        if let missing = missingParent(of: after) { return .parentMissing(missing) }
        guard !hasRival(of: after) else { return .taken(name) }
        self[name] = after
        if case .project(let renamed) = after { try rename(renamed.project) }
        return nil
    }

    private mutating func remove(_ resource: Resource) -> ChangeOutcome? {
        let name = resource.name
        guard self[name] == resource else { return .overtaken(name) }
        guard !isInUse(name) else { return .inUse(name) }
        self[name] = nil
        return nil
    }

    /// An app knows its project by number and id: what is another id than before is so for all apps.
    private mutating func rename(_ project: Project) throws(StoreError) {
        for app in self[.apps(project: project.number)].compactMap(\.app) where app.project != project {
            self[.app(project: project.number, app.appID)] = .app(try app.of(project))
        }
    }

    private func missingParent(of resource: Resource) -> ResourceName? {
        switch resource {
        case .project: nil
        case .app(let app):
            self[.project(app.project.number)]?.project?.project == app.project ? nil : .project(app.project.number)
        case .debugToken(let token): missing(.app(project: token.projectNumber, token.appID))
        case .service(let service): missing(.project(service.projectNumber))
        case .apiKey(let key): missing(.project(key.projectNumber))
        case .customTokenKey(let key): missing(.project(key.projectNumber))
        case .adminToken(let token): token.projectNumber.flatMap { missing(.project($0)) }
        }
    }

    private func missing(_ name: ResourceName) -> ResourceName? { self[name] == nil ? name : nil }

    /// Whether one of another name has what can only be had once.
    private func hasRival(of resource: Resource) -> Bool {
        switch resource {
        case .project(let mine):
            self[.projects].compactMap(\.project).contains {
                $0.project.number != mine.project.number && $0.project.id == mine.project.id
            }
        case .debugToken(let mine):
            self[resource.name.collection].compactMap(\.debugToken).contains {
                !$0.id.isExactly(mine.id) && $0.secretHash == mine.secretHash
            }
        case .app, .service, .apiKey, .customTokenKey, .adminToken: false
        }
    }

    private func isInUse(_ name: ResourceName) -> Bool {
        switch name {
        case .project(let number):
            [
                ResourceCollection.apps(project: number), .services(project: number), .apiKeys(project: number),
                .customTokenKeys(project: number),
            ].contains { !self[$0].isEmpty }
                || self[.adminTokens].contains { $0.adminToken?.projectNumber?.isExactly(number) == true }
        case .app(let project, let id): !self[.debugTokens(project: project, app: id)].isEmpty
        case .debugToken, .service, .apiKey, .customTokenKey, .adminToken: false
        }
    }
}

extension RegisteredApp {
    fileprivate func of(_ project: Project) throws(StoreError) -> RegisteredApp {
        do {
            return try RegisteredApp(
                project: project, appID: appID, displayName: displayName, teamID: teamID, bundleIDs: bundleIDs,
                environments: environments, trustAnchors: trustAnchors, tokenTTL: tokenTTL,
                debugTokenLimit: debugTokenLimit, policies: policies, createdAt: createdAt, updatedAt: updatedAt)
        } catch {
            throw .unreadable("\(error)")
        }
    }
}
