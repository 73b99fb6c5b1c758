private import AppAttest
package import AppCheck

extension MemoryStore {
    package func claimDueReceipts(
        _ claim: ReceiptClaim, ofTeam teamID: String, limit: Int
    ) async throws(StoreError) -> [ClaimedReceipt] {
        try write { state in
            var due: [(moment: Int64, receipt: ClaimedReceipt)] = []
            for stored in state.attested.values where stored.key.attestedAppID.teamID.isExactly(teamID) {
                guard let record = stored.receipt, let moment = record.refresh.nextAt, moment <= claim.madeAt else {
                    continue
                }
                if let earlier = state.claims[stored.key.keyID], earlier.endsAt > claim.madeAt { continue }
                let receipt = ClaimedReceipt(
                    key: stored.key, lastUsedAt: stored.lastUsedAt, revokedAt: stored.revokedAt, record: record)
                due.append((moment, receipt))
            }
            let claimed = due.sorted { $0.moment < $1.moment }.prefix(max(0, limit)).map(\.receipt)
            for receipt in claimed { state.claims[receipt.key.keyID] = claim }
            return claimed
        }
    }

    package func settleReceipt(
        of keyID: [UInt8], under claim: ReceiptClaim, as record: ReceiptRecord, adding measurement: RiskMeasurement?
    ) async throws(StoreError) -> Bool {
        try write { state in
            guard let stored = state.attested[keyID], state.claims[keyID]?.id == claim.id else { return false }
            state.claims[keyID] = nil
            state.attested[keyID] = KeyRecord(
                key: stored.key, counter: stored.counter, lastUsedAt: stored.lastUsedAt, revokedAt: stored.revokedAt,
                receipt: record)
            if let measurement { state.add(measurement, of: keyID) }
            return true
        }
    }

    package func riskMeasurements(of keyID: [UInt8]) async throws(StoreError) -> [RiskMeasurement] {
        try read { $0.measurements[keyID] ?? [] }
    }
}

extension MemoryStore.State {
    fileprivate mutating func add(_ measurement: RiskMeasurement, of keyID: [UInt8]) {
        let history = measurements[keyID] ?? []
        guard !history.contains(where: { $0.measuredAt == measurement.measuredAt }) else { return }
        measurements[keyID] = (history + [measurement]).sorted { $0.measuredAt < $1.measuredAt }
            .suffix(RiskHistory.capacity)
    }
}
