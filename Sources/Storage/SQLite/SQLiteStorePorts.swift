package import AppCheck

extension SQLiteStore: Registry {
    package func project(_ reference: String) async throws(StoreError) -> Project? {
        try await readers.read { connection throws(StoreError) in try Projects.find(reference, on: connection) }
    }

    package func projects() async throws(StoreError) -> [Project] {
        try await readers.read { connection throws(StoreError) in try Projects.all(on: connection) }
    }

    package func app(_ appID: String, in project: Project) async throws(StoreError) -> RegisteredApp? {
        try await readers.read { connection throws(StoreError) in try Apps.find(appID, in: project, on: connection) }
    }

    package func apps(in project: Project) async throws(StoreError) -> [RegisteredApp] {
        try await readers.read { connection throws(StoreError) in try Apps.all(in: project, on: connection) }
    }

    package func add(_ project: Project) async throws(StoreError) {
        try await writer.write { connection throws(StoreError) in try Projects.add(project, on: connection) }
    }

    package func add(_ app: RegisteredApp) async throws(StoreError) {
        try await writer.write { connection throws(StoreError) in try Apps.add(app, on: connection) }
    }

    package func removeApp(_ appID: String, in project: Project) async throws(StoreError) -> Bool {
        try await writer.write { connection throws(StoreError) in
            try Apps.remove(appID, in: project, on: connection)
        }
    }
}

extension SQLiteStore: AttestedKeyStore {
    package func register(
        _ key: AttestedKey, redeeming challenge: ChallengeRedemption
    ) async throws(StoreError) -> RegistrationOutcome {
        try await writer.write { connection throws(StoreError) in
            try Exchange.register(key, redeeming: challenge, on: connection)
        }
    }

    package func advance(
        _ key: AttestedKey, to counter: UInt32, redeeming challenge: ChallengeRedemption, at moment: Int64
    ) async throws(StoreError) -> AdvanceOutcome {
        try await writer.write { connection throws(StoreError) in
            try Exchange.advance(key, to: counter, redeeming: challenge, at: moment, on: connection)
        }
    }

    package func attestedKey(_ keyID: [UInt8]) async throws(StoreError) -> (key: AttestedKey, counter: UInt32)? {
        try await readers.read { connection throws(StoreError) in try AttestedKeys.find(keyID, on: connection) }
    }

    package func forgetRedemptions(endedBefore moment: Int64, limit: Int) async throws(StoreError) -> Int {
        try await writer.write { connection throws(StoreError) in
            try Redemptions.forget(endedBefore: moment, limit: limit, on: connection)
        }
    }
}

extension SQLiteStore: KeyStore {
    package func keys(_ kind: StoredKey.Kind) async throws(StoreError) -> [StoredKey] {
        try await readers.read { connection throws(StoreError) in try ServerKeys.all(kind, on: connection) }
    }

    package func replaceKeys(
        _ kind: StoredKey.Kind, from old: [StoredKey], to new: [StoredKey]
    ) async throws(StoreError) -> Bool {
        try await writer.write { connection throws(StoreError) in
            try ServerKeys.replace(kind, from: old, to: new, on: connection)
        }
    }
}
