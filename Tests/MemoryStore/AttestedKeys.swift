package import AppCheck

extension MemoryStore {
    package func register(
        _ key: AttestedKey, with receipt: ReceiptRecord, redeeming challenge: ChallengeRedemption
    ) async throws(StoreError) -> RegistrationOutcome {
        try write { state in
            let stored = state.attested[key.keyID]
            if let earlier = state.redemptions[challenge.challengeID] {
                guard earlier.requestDigest == challenge.requestDigest, let stored, stored.holds(key) else {
                    return .challengeUsed
                }
                return stored.revokedAt == nil ? .repeated : .revoked
            }
            guard stored == nil else { return .keyAlreadyRegistered }
            state.redemptions[challenge.challengeID] = challenge
            state.attested[key.keyID] = KeyRecord(
                key: key, counter: 0, lastUsedAt: key.attestedAt, revokedAt: nil, receipt: receipt)
            return .registered
        }
    }

    package func advance(
        _ key: AttestedKey, to counter: UInt32, redeeming challenge: ChallengeRedemption, at moment: Int64
    ) async throws(StoreError) -> AdvanceOutcome {
        try write { state in
            guard state.redemptions[challenge.challengeID] == nil else { return .challengeUsed }
            let stored = state.attested[key.keyID]
            if let stored {
                guard stored.holds(key) else { return .keyMismatch }
                guard stored.revokedAt == nil else { return .revoked }
                guard stored.counter < counter else { return .staleCounter(stored: stored.counter) }
            }
            state.redemptions[challenge.challengeID] = challenge
            state.attested[key.keyID] = KeyRecord(
                key: stored?.key ?? key, counter: counter, lastUsedAt: moment, revokedAt: nil,
                receipt: stored?.receipt)
            return .advanced
        }
    }

    package func attestedKey(_ keyID: [UInt8]) async throws(StoreError) -> KeyRecord? {
        try read { $0.attested[keyID] }
    }

    package func attestedKeys(
        ofApp appID: String, inProject number: String, after keyID: [UInt8]?, limit: Int
    ) async throws(StoreError) -> [KeyRecord] {
        try read { state in
            let listed = state.attested.values.filter { $0.isOf(app: appID, inProject: number) }.map(\.key).sorted {
                guard $0.attestedAt == $1.attestedAt else { return $0.attestedAt < $1.attestedAt }
                return $0.keyID.lexicographicallyPrecedes($1.keyID)
            }.compactMap { state.attested[$0.keyID] }
            guard let keyID else { return Array(listed.prefix(max(0, limit))) }
            guard let place = listed.firstIndex(where: { $0.key.keyID == keyID }) else { return [] }
            return Array(listed[(place + 1)...].prefix(max(0, limit)))
        }
    }

    package func revokeKey(
        _ keyID: [UInt8], ofApp appID: String, inProject number: String, at moment: Int64,
        recording entry: AuditEntry
    ) async throws(StoreError) -> RevocationOutcome {
        try write { state throws(StoreError) in
            guard let stored = state.attested[keyID], stored.isOf(app: appID, inProject: number) else {
                return .unknown
            }
            if let earlier = stored.revokedAt { return .alreadyRevoked(at: earlier) }
            try state.add(entry)
            var receipt = stored.receipt
            receipt?.refresh.nextAt = nil
            // Whoever has a claim on the receipt would make it due again.
            state.claims[keyID] = nil
            state.attested[keyID] = KeyRecord(
                key: stored.key, counter: stored.counter, lastUsedAt: stored.lastUsedAt, revokedAt: moment,
                receipt: receipt)
            return .revoked
        }
    }

    package func forgetRedemptions(endedBefore moment: Int64, limit: Int) async throws(StoreError) -> Int {
        try write { state in
            let ended = state.redemptions.filter { $0.value.expiresAt < moment }
                .sorted { $0.value.expiresAt < $1.value.expiresAt }.prefix(max(0, limit))
            for (id, _) in ended { state.redemptions[id] = nil }
            return ended.count
        }
    }
}

extension KeyRecord {
    /// Whether it is of this very key.
    fileprivate func holds(_ other: AttestedKey) -> Bool {
        key.publicKey == other.publicKey && isOf(app: other.appID, inProject: other.projectNumber)
    }

    fileprivate func isOf(app appID: String, inProject number: String) -> Bool {
        key.appID.isExactly(appID) && key.projectNumber.isExactly(number)
    }
}
