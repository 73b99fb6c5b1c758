package import AppCheck

extension SQLiteStore: ReceiptStore {
    package func claimDueReceipts(
        _ claim: ReceiptClaim, ofTeam teamID: String, limit: Int
    ) async throws(StoreError) -> [ClaimedReceipt] {
        try await writer.write { connection throws(StoreError) in
            try Receipts.claimDue(claim, ofTeam: teamID, limit: limit, on: connection)
        }
    }

    package func settleReceipt(
        of keyID: [UInt8], under claim: ReceiptClaim, as record: ReceiptRecord, adding measurement: RiskMeasurement?
    ) async throws(StoreError) -> Bool {
        try await writer.write { connection throws(StoreError) in
            try Receipts.settle(keyID, under: claim, as: record, adding: measurement, on: connection)
        }
    }

    package func riskMeasurements(of keyID: [UInt8]) async throws(StoreError) -> [RiskMeasurement] {
        try await readers.read { connection throws(StoreError) in try RiskMetrics.list(of: keyID, on: connection) }
    }
}

extension SQLiteStore: ExchangeCountStore {
    package func add(_ counts: [ExchangeTally: Int64]) async throws(StoreError) {
        try await writer.write { connection throws(StoreError) in try ExchangeCounts.add(counts, on: connection) }
    }

    package func counts(
        ofApp appID: String, inProject number: String, since day: Int64
    ) async throws(StoreError) -> [(tally: ExchangeTally, count: Int64)] {
        try await readers.read { connection throws(StoreError) in
            try ExchangeCounts.list(ofApp: appID, inProject: number, since: day, on: connection)
        }
    }

    package func forgetCounts(before day: Int64, limit: Int) async throws(StoreError) -> Int {
        try await writer.write { connection throws(StoreError) in
            try ExchangeCounts.forget(before: day, limit: limit, on: connection)
        }
    }
}
