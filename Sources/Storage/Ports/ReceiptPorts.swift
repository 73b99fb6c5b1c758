package import AppCheck

extension SessionStore {
    package func claimDueReceipts(
        _ claim: ReceiptClaim, ofTeam teamID: String, limit: Int
    ) async throws(StoreError) -> [ClaimedReceipt] {
        try await write(.guarded) { session throws(StoreError) in
            try Receipts.claimDue(claim, ofTeam: teamID, limit: limit, on: session)
        }
    }

    package func settleReceipt(
        of keyID: [UInt8], under claim: ReceiptClaim, as record: ReceiptRecord, adding measurement: RiskMeasurement?
    ) async throws(StoreError) -> Bool {
        try await write(.keyed) { session throws(StoreError) in
            try Receipts.settle(keyID, under: claim, as: record, adding: measurement, on: session)
        }
    }

    package func riskMeasurements(of keyID: [UInt8]) async throws(StoreError) -> [RiskMeasurement] {
        try await read { session throws(StoreError) in try RiskMetrics.list(of: keyID, on: session) }
    }
}

extension SessionStore {
    package func add(_ counts: [ExchangeTally: Int64]) async throws(StoreError) {
        try await write(.keyed) { session throws(StoreError) in try ExchangeCounts.add(counts, on: session) }
    }

    package func counts(
        ofApp appID: String, inProject number: String, since day: Int64
    ) async throws(StoreError) -> [(tally: ExchangeTally, count: Int64)] {
        try await read { session throws(StoreError) in
            try ExchangeCounts.list(ofApp: appID, inProject: number, since: day, on: session)
        }
    }

    package func forgetCounts(before day: Int64, limit: Int) async throws(StoreError) -> Int {
        try await write(.keyed) { session throws(StoreError) in
            try ExchangeCounts.forget(before: day, limit: limit, on: session)
        }
    }
}
