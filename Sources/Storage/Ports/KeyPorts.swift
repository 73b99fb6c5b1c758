package import AppCheck

extension SessionStore {
    package func register(
        _ key: AttestedKey, with receipt: ReceiptRecord, redeeming challenge: ChallengeRedemption
    ) async throws(StoreError) -> RegistrationOutcome {
        try await write(.keyed) { session throws(StoreError) in
            try Exchange.register(key, with: receipt, redeeming: challenge, on: session)
        }
    }

    package func advance(
        _ key: AttestedKey, to counter: UInt32, redeeming challenge: ChallengeRedemption, at moment: Int64
    ) async throws(StoreError) -> AdvanceOutcome {
        try await write(.keyed) { session throws(StoreError) in
            try Exchange.advance(key, to: counter, redeeming: challenge, at: moment, on: session)
        }
    }

    package func attestedKey(_ keyID: [UInt8]) async throws(StoreError) -> KeyRecord? {
        try await read { session throws(StoreError) in try KeyRecords.find(keyID, on: session) }
    }

    package func attestedKeys(
        ofApp appID: String, inProject number: String, after keyID: [UInt8]?, limit: Int
    ) async throws(StoreError) -> [KeyRecord] {
        try await read { session throws(StoreError) in
            try KeyRecords.list(ofApp: appID, inProject: number, after: keyID, limit: limit, on: session)
        }
    }

    package func revokeKey(
        _ keyID: [UInt8], ofApp appID: String, inProject number: String, at moment: Int64,
        recording entry: AuditEntry
    ) async throws(StoreError) -> RevocationOutcome {
        try await write(.guarded) { session throws(StoreError) in
            try Revocation.revoke(
                keyID, ofApp: appID, inProject: number, at: moment, recording: entry, on: session)
        }
    }

    package func forgetRedemptions(endedBefore moment: Int64, limit: Int) async throws(StoreError) -> Int {
        try await write(.keyed) { session throws(StoreError) in
            try Redemptions.forget(endedBefore: moment, limit: limit, on: session)
        }
    }
}

extension SessionStore {
    package func keys(_ kind: StoredKey.Kind) async throws(StoreError) -> [StoredKey] {
        try await read { session throws(StoreError) in try ServerKeys.all(kind, on: session) }
    }

    package func replaceKeys(
        _ kind: StoredKey.Kind, from old: [StoredKey], to new: [StoredKey]
    ) async throws(StoreError) -> Bool {
        try await write(.guarded) { session throws(StoreError) in
            try ServerKeys.replace(kind, from: old, to: new, on: session)
        }
    }
}
