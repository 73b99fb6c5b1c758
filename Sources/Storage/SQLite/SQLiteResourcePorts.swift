package import AppCheck

extension SQLiteStore: Registry {
    package func project(_ reference: String) async throws(StoreError) -> RegisteredProject? {
        try await readers.read { connection throws(StoreError) in try Resources.project(reference, on: connection) }
    }

    package func app(_ appID: String, in project: Project) async throws(StoreError) -> RegisteredApp? {
        try await readers.read { connection throws(StoreError) in
            try Resources.app(appID, in: project, on: connection)
        }
    }
}

extension SQLiteStore: ResourceStore {
    package func resource(_ name: ResourceName) async throws(StoreError) -> Resource? {
        try await readers.read { connection throws(StoreError) in try Resources.find(name, on: connection) }
    }

    package func resources(
        _ collection: ResourceCollection, after id: String?, limit: Int
    ) async throws(StoreError) -> [Resource] {
        try await readers.read { connection throws(StoreError) in
            try Resources.list(collection, after: id, limit: limit, on: connection)
        }
    }

    package func debugToken(
        secretHash: [UInt8], app appID: String, inProject number: String
    ) async throws(StoreError) -> DebugToken? {
        try await readers.read { connection throws(StoreError) in
            try Resources.debugToken(secretHash: secretHash, app: appID, inProject: number, on: connection)
        }
    }

    package func apply(
        _ changes: [ResourceChange], recording entries: [AuditEntry]
    ) async throws(StoreError) -> ChangeOutcome {
        try await writer.write { connection throws(StoreError) in
            try ResourceChanges.apply(changes, recording: entries, on: connection)
        }
    }

    package func auditEntries(
        inProject number: String?, before id: String?, limit: Int
    ) async throws(StoreError) -> [AuditEntry] {
        try await readers.read { connection throws(StoreError) in
            try AuditEntries.list(inProject: number, before: id, limit: limit, on: connection)
        }
    }
}

extension SQLiteStore: ConsumedTokenStore {
    package func consume(_ id: [UInt8], expiresAt: Int64) async throws(StoreError) -> Bool {
        try await writer.write { connection throws(StoreError) in
            try ConsumedTokens.consume(id, expiresAt: expiresAt, on: connection)
        }
    }

    package func forgetConsumedTokens(endedBefore moment: Int64, limit: Int) async throws(StoreError) -> Int {
        try await writer.write { connection throws(StoreError) in
            try ConsumedTokens.forget(endedBefore: moment, limit: limit, on: connection)
        }
    }
}
