import AppAttest
import AppCheck

extension MemoryStore: AttestedKeyStore {
    func register(
        _ key: AttestedKey, with receipt: ReceiptRecord, redeeming challenge: ChallengeRedemption
    ) async throws(StoreError) -> RegistrationOutcome {
        try write { contents in
            if let earlier = contents.redemptions[challenge.challengeID] {
                guard earlier.requestDigest == challenge.requestDigest, let stored = contents.attested[key.keyID] else {
                    return .challengeUsed
                }
                return stored.revokedAt == nil ? .repeated : .revoked
            }
            guard contents.attested[key.keyID] == nil else { return .keyAlreadyRegistered }
            contents.redemptions[challenge.challengeID] = challenge
            contents.attested[key.keyID] = KeyRecord(
                key: key, counter: 0, lastUsedAt: key.attestedAt, revokedAt: nil, receipt: receipt)
            return .registered
        }
    }

    func advance(
        _ key: AttestedKey, to counter: UInt32, redeeming challenge: ChallengeRedemption, at moment: Int64
    ) async throws(StoreError) -> AdvanceOutcome {
        try write { contents in
            guard contents.redemptions[challenge.challengeID] == nil else { return .challengeUsed }
            let stored = contents.attested[key.keyID]
            if let stored {
                guard stored.key.appID == key.appID, stored.key.publicKey == key.publicKey else { return .keyMismatch }
                guard stored.revokedAt == nil else { return .revoked }
                guard stored.counter < counter else { return .staleCounter(stored: stored.counter) }
            }
            contents.redemptions[challenge.challengeID] = challenge
            contents.attested[key.keyID] = KeyRecord(
                key: stored?.key ?? key, counter: counter, lastUsedAt: moment, revokedAt: nil,
                receipt: stored?.receipt)
            return .advanced
        }
    }

    func attestedKey(_ keyID: [UInt8]) async throws(StoreError) -> KeyRecord? { try read { $0.attested[keyID] } }

    func attestedKeys(
        ofApp appID: String, inProject number: String, after keyID: [UInt8]?, limit: Int
    ) async throws(StoreError) -> [KeyRecord] {
        try read { contents in
            let ordered = contents.attested.values
                .filter { $0.key.appID == appID && $0.key.projectNumber == number }
                .filter { (keyID ?? []).lexicographicallyPrecedes($0.key.keyID) }
                .sorted { $0.key.keyID.lexicographicallyPrecedes($1.key.keyID) }
            return Array(ordered.prefix(max(0, limit)))
        }
    }

    func revokeKey(
        _ keyID: [UInt8], ofApp appID: String, inProject number: String, at moment: Int64, recording entry: AuditEntry
    ) async throws(StoreError) -> RevocationOutcome {
        try write { contents in
            guard let stored = contents.attested[keyID], stored.key.appID == appID, stored.key.projectNumber == number
            else { return .unknown }
            if let earlier = stored.revokedAt { return .alreadyRevoked(at: earlier) }
            var receipt = stored.receipt
            receipt?.refresh.nextAt = nil
            contents.claims[keyID] = nil
            contents.attested[keyID] = KeyRecord(
                key: stored.key, counter: stored.counter, lastUsedAt: stored.lastUsedAt, revokedAt: moment,
                receipt: receipt)
            contents.record.append(entry)
            return .revoked
        }
    }

    func forgetRedemptions(endedBefore moment: Int64, limit: Int) async throws(StoreError) -> Int {
        try write { contents in
            let ended = contents.redemptions.filter { $0.value.expiresAt < moment }.prefix(limit)
            for (id, _) in ended { contents.redemptions[id] = nil }
            return ended.count
        }
    }
}

extension MemoryStore: ReceiptStore {
    func claimDueReceipts(
        _ claim: ReceiptClaim, ofTeam teamID: String, limit: Int
    ) async throws(StoreError) -> [ClaimedReceipt] {
        try write { contents in
            var due: [(moment: Int64, receipt: ClaimedReceipt)] = []
            for stored in contents.attested.values where stored.key.attestedAppID.teamID == teamID {
                guard let record = stored.receipt, let moment = record.refresh.nextAt, moment <= claim.madeAt,
                    contents.claims[stored.key.keyID].map({ $0.endsAt <= claim.madeAt }) ?? true
                else { continue }
                let receipt = ClaimedReceipt(
                    key: stored.key, lastUsedAt: stored.lastUsedAt, revokedAt: stored.revokedAt, record: record)
                due.append((moment, receipt))
            }
            let claimed = due.sorted { $0.moment < $1.moment }.prefix(max(0, limit)).map(\.receipt)
            for receipt in claimed { contents.claims[receipt.key.keyID] = claim }
            return claimed
        }
    }

    func settleReceipt(
        of keyID: [UInt8], under claim: ReceiptClaim, as record: ReceiptRecord, adding measurement: RiskMeasurement?
    ) async throws(StoreError) -> Bool {
        try write { contents in
            guard let stored = contents.attested[keyID], contents.claims[keyID]?.id == claim.id else { return false }
            contents.claims[keyID] = nil
            contents.attested[keyID] = KeyRecord(
                key: stored.key, counter: stored.counter, lastUsedAt: stored.lastUsedAt, revokedAt: stored.revokedAt,
                receipt: record)
            let history = contents.measurements[keyID] ?? []
            if let measurement, !history.contains(where: { $0.measuredAt == measurement.measuredAt }) {
                contents.measurements[keyID] =
                    (history + [measurement]).sorted { $0.measuredAt < $1.measuredAt }.suffix(RiskHistory.capacity)
            }
            return true
        }
    }

    func riskMeasurements(of keyID: [UInt8]) async throws(StoreError) -> [RiskMeasurement] {
        try read { $0.measurements[keyID] ?? [] }
    }
}
