/// The right to refresh some receipts, which ends by itself. Times are seconds since 1970.
package struct ReceiptClaim: Hashable, Sendable {
    /// 16 bytes made by chance.
    package let id: [UInt8]
    package let madeAt: Int64
    /// From then on others may claim what was not settled.
    package let endsAt: Int64

    package init(id: [UInt8], madeAt: Int64, endsAt: Int64) {
        (self.id, self.madeAt, self.endsAt) = (id, madeAt, endsAt)
    }
}

/// A receipt that was claimed, with the key it belongs to. Times are seconds since 1970.
package struct ClaimedReceipt: Hashable, Sendable {
    package let key: AttestedKey
    package let lastUsedAt: Int64
    package let revokedAt: Int64?
    package let record: ReceiptRecord

    package init(key: AttestedKey, lastUsedAt: Int64, revokedAt: Int64?, record: ReceiptRecord) {
        (self.key, self.lastUsedAt, self.revokedAt, self.record) = (key, lastUsedAt, revokedAt, record)
    }
}

/// Receipts of keys and the history of their risk metric. Each verb is one transaction, and those that change something
/// are durable when they return.
package protocol ReceiptStore: Sendable {
    /// Claims receipts of a team's keys that are due at the claim's moment (`nextAt` has come) and that nobody has a claim
    /// on which has not ended. Of any number of simultaneous callers one alone gets each receipt. One that is damaged is
    /// passed over, and an error only where there is no other.
    /// - Parameters:
    ///   - claim: one of its own for each call.
    ///   - limit: at most so many, the longest due first.
    func claimDueReceipts(
        _ claim: ReceiptClaim, ofTeam teamID: String, limit: Int
    ) async throws(StoreError) -> [ClaimedReceipt]

    /// Replaces the record of a claimed receipt, adds the measurement to the history if there is one, and gives the claim
    /// on it up; or does nothing where somebody else has claimed it meanwhile, or its key was revoked. The history keeps
    /// the newest ``RiskHistory/capacity`` measurements of a key, one for each moment.
    /// - Returns: whether the claim was still good.
    func settleReceipt(
        of keyID: [UInt8], under claim: ReceiptClaim, as record: ReceiptRecord, adding measurement: RiskMeasurement?
    ) async throws(StoreError) -> Bool

    /// The history of a key's risk metric, oldest first.
    func riskMeasurements(of keyID: [UInt8]) async throws(StoreError) -> [RiskMeasurement]
}
