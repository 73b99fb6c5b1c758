package import AppCheck

extension MemoryStore {
    package func project(_ reference: String) async throws(StoreError) -> RegisteredProject? {
        try read { state in
            // Numbers are all digits and ids begin with a letter, so that neither can be taken for the other.
            if let project = state.resources[.project(reference)]?.project { return project }
            return state.resources[.projects].lazy.compactMap(\.project).first { $0.project.id.isExactly(reference) }
        }
    }

    package func app(_ appID: String, in project: Project) async throws(StoreError) -> RegisteredApp? {
        try read { state in
            guard let app = state.resources[.app(project: project.number, appID)]?.app, app.project == project else {
                return nil
            }
            return app
        }
    }

    package func resource(_ name: ResourceName) async throws(StoreError) -> Resource? {
        try read { $0.resources[name] }
    }

    package func resources(
        _ collection: ResourceCollection, after id: String?, limit: Int
    ) async throws(StoreError) -> [Resource] {
        try read { state in
            let behind = state.resources[collection].filter { (id ?? "").precedes($0.name.id) }
            return Array(behind.sorted { $0.name.id.precedes($1.name.id) }.prefix(max(0, limit)))
        }
    }

    package func debugToken(
        secretHash: [UInt8], app appID: String, inProject number: String
    ) async throws(StoreError) -> DebugToken? {
        try read { state in
            state.resources[.debugTokens(project: number, app: appID)].lazy.compactMap(\.debugToken)
                .first { $0.secretHash == secretHash }
        }
    }

    package func apply(
        _ changes: [ResourceChange], recording entries: [AuditEntry]
    ) async throws(StoreError) -> ChangeOutcome {
        try write { state throws(StoreError) in
            var next = state
            for change in changes {
                if let refusal = try next.resources.carryOut(change) { return refusal }
            }
            for entry in entries { try next.add(entry) }
            state = next
            return .applied
        }
    }

    package func auditEntries(
        inProject number: String?, before id: String?, limit: Int
    ) async throws(StoreError) -> [AuditEntry] {
        try read { state in
            let older = state.record.filter { entry in
                (number.map { entry.projectNumber?.isExactly($0) == true } ?? true)
                    && (id.map { entry.id.precedes($0) } ?? true)
            }
            return Array(older.sorted { $1.id.precedes($0.id) }.prefix(max(0, limit)))
        }
    }
}

extension MemoryStore.State {
    mutating func add(_ entry: AuditEntry) throws(StoreError) {
        guard !record.contains(where: { $0.id.isExactly(entry.id) }) else {
            throw .alreadyExists("audit entry \(entry.id)")
        }
        record.append(entry)
    }
}
