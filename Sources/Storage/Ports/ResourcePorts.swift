package import AppCheck

extension SessionStore {
    package func project(_ reference: String) async throws(StoreError) -> RegisteredProject? {
        try await read { session throws(StoreError) in try Resources.project(reference, on: session) }
    }

    package func app(_ appID: String, in project: Project) async throws(StoreError) -> RegisteredApp? {
        try await read { session throws(StoreError) in
            try Resources.app(appID, in: project, on: session)
        }
    }
}

extension SessionStore {
    package func resource(_ name: ResourceName) async throws(StoreError) -> Resource? {
        try await read { session throws(StoreError) in try Resources.find(name, on: session) }
    }

    package func resources(
        _ collection: ResourceCollection, after id: String?, limit: Int
    ) async throws(StoreError) -> [Resource] {
        try await read { session throws(StoreError) in
            try Resources.list(collection, after: id, limit: limit, on: session)
        }
    }

    package func debugToken(
        secretHash: [UInt8], app appID: String, inProject number: String
    ) async throws(StoreError) -> DebugToken? {
        try await read { session throws(StoreError) in
            try Resources.debugToken(secretHash: secretHash, app: appID, inProject: number, on: session)
        }
    }

    package func apply(
        _ changes: [ResourceChange], recording entries: [AuditEntry]
    ) async throws(StoreError) -> ChangeOutcome {
        try await write(.guarded) { session throws(StoreError) in
            try ResourceChanges.apply(changes, recording: entries, on: session)
        }
    }

    package func auditEntries(
        inProject number: String?, before id: String?, limit: Int
    ) async throws(StoreError) -> [AuditEntry] {
        try await read { session throws(StoreError) in
            try AuditEntries.list(inProject: number, before: id, limit: limit, on: session)
        }
    }
}

extension SessionStore {
    package func consume(_ id: [UInt8], expiresAt: Int64) async throws(StoreError) -> Bool {
        try await write(.keyed) { session throws(StoreError) in
            try ConsumedTokens.consume(id, expiresAt: expiresAt, on: session)
        }
    }

    package func forgetConsumedTokens(endedBefore moment: Int64, limit: Int) async throws(StoreError) -> Int {
        try await write(.keyed) { session throws(StoreError) in
            try ConsumedTokens.forget(endedBefore: moment, limit: limit, on: session)
        }
    }
}
