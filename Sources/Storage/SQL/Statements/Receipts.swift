import AppAttest
import AppCheck

/// The table `receipts`.
package enum Receipts {
    /// The columns that ``read(_:)`` reads; the table is `r`.
    static let columns = """
        r.receipt, r.fault, r.type, r.created_at, r.refresh_not_before, r.expires_at, r.risk_metric, r.outcome, \
        r.outcome_at, r.failures, r.next_at
        """

    /// Stores the receipt of a key that the attempt has stored. What is left of a key whose row was lost gives way.
    static func insert(_ record: ReceiptRecord, of key: AttestedKey, by attempt: [UInt8]) -> SQLCommand {
        SQLCommand(
            insert, [.bytes(key.keyID), .text(key.attestedAppID.teamID)] + values(of: record) + [.bytes(attempt)])
    }

    /// Claims what is due, but for what others have a claim on.
    ///
    /// One that is damaged must not keep all others of its team from being refreshed: it stays claimed and is passed over
    /// until the claim ends, so that the others have their turn first.
    /// - Throws: that it is damaged, where there is nothing else to claim; nothing is claimed then.
    static func claimDue(
        _ claim: ReceiptClaim, ofTeam teamID: String, limit: Int, on session: some SQLSession
    ) throws(StoreError) -> Decision<[ClaimedReceipt]> {
        // A negative limit means none at all to one database and an error to the other.
        let claimed = try session.execute(
            claimDue,
            [
                .bytes(claim.id), .integer(claim.endsAt), .text(teamID), .integer(claim.madeAt),
                .integer(Int64(max(0, limit))),
            ])
        guard claimed > 0 else { return .rollBack([]) }
        var receipts: [ClaimedReceipt] = []
        var damage: StoreError?
        for values in try session.query(selectClaimed, [.bytes(claim.id), .text(teamID)]) {
            do throws(StoreError) {
                let stored = try KeyRecords.read(values)
                guard let record = stored.receipt else { continue }
                receipts.append(
                    ClaimedReceipt(
                        key: stored.key, lastUsedAt: stored.lastUsedAt, revokedAt: stored.revokedAt, record: record))
            } catch {
                damage = error
            }
        }
        if receipts.isEmpty, let damage { throw damage }
        return .keep(receipts)
    }

    static func settle(
        _ keyID: [UInt8], under claim: ReceiptClaim, as record: ReceiptRecord, adding measurement: RiskMeasurement?,
        on session: some SQLSession
    ) throws(StoreError) -> Decision<Bool> {
        guard try session.execute(settle, values(of: record) + [.bytes(keyID), .bytes(claim.id)]) == 1 else {
            return .rollBack(false)
        }
        if let measurement { try RiskMetrics.add(measurement, of: keyID, on: session) }
        return .keep(true)
    }

    /// Sees to it that a key's receipt is not refreshed any more, not even by whoever has a claim on it: settling it would
    /// make it due again.
    static func retire(_ keyID: [UInt8], on session: some SQLSession) throws(StoreError) {
        _ = try session.execute(
            "UPDATE receipts SET next_at = NULL, claim_id = NULL, claim_ends_at = NULL WHERE key_id = $1",
            [.bytes(keyID)])
    }

    /// - Returns: nil where the columns are all without a value: there is no such row.
    static func read(_ row: inout SQLRow) throws(StoreError) -> ReceiptRecord? {
        guard let receipt = try row.optionalBytes() else { return nil }
        let fault = try row.optionalName(RejectionReason.self)
        let facts = try facts(&row)
        let refresh = ReceiptRefreshState(
            outcome: try row.optionalName(), outcomeAt: try row.optionalInteger(), failures: try row.integer(),
            nextAt: try row.optionalInteger())
        return ReceiptRecord(receipt: receipt, fault: fault, facts: facts, refresh: refresh)
    }

    private static func facts(_ row: inout SQLRow) throws(StoreError) -> ReceiptFacts? {
        let (type, createdAt) = (try row.optionalName(ReceiptType.self), try row.optionalInteger(Int64.self))
        let (notBefore, expiresAt) = (try row.optionalInteger(Int64.self), try row.optionalInteger(Int64.self))
        let metric = try row.optionalText()
        switch (type, createdAt, expiresAt) {
        case (let type?, let createdAt?, let expiresAt?):
            return ReceiptFacts(
                type: type, createdAt: createdAt, refreshNotBefore: notBefore, expiresAt: expiresAt,
                riskMetric: metric)
        case (nil, nil, nil) where notBefore == nil && metric == nil: return nil
        case (nil, _, _), (_, nil, _), (_, _, nil): throw row.damaged
        }
    }

    /// All that a record holds, in the order of the columns.
    private static func values(of record: ReceiptRecord) -> [SQLValue] {
        let (facts, refresh) = (record.facts, record.refresh)
        return [
            .text(record.fault?.rawValue), .text(facts?.type.rawValue), .integer(facts?.createdAt),
            .integer(facts?.refreshNotBefore), .integer(facts?.expiresAt), .text(facts?.riskMetric),
            .text(refresh.outcome?.rawValue), .integer(refresh.outcomeAt), .integer(refresh.failures),
            .integer(refresh.nextAt), .bytes(record.receipt),
        ]
    }

    package static let insert = """
        INSERT INTO receipts (
            key_id, team_id, fault, type, created_at, refresh_not_before, expires_at, risk_metric, outcome, outcome_at,
            failures, next_at, receipt
        )
        SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
        WHERE EXISTS (SELECT 1 FROM attested_keys WHERE key_id = $1 AND attempt = $14)
        ON CONFLICT (key_id) DO UPDATE SET team_id = excluded.team_id, fault = excluded.fault, type = excluded.type,
            created_at = excluded.created_at, refresh_not_before = excluded.refresh_not_before,
            expires_at = excluded.expires_at, risk_metric = excluded.risk_metric, outcome = excluded.outcome,
            outcome_at = excluded.outcome_at, failures = excluded.failures, next_at = excluded.next_at,
            claim_id = NULL, claim_ends_at = NULL, receipt = excluded.receipt
        """
    /// The outer condition repeats the inner one: where several servers write, another may have claimed a receipt between
    /// the two.
    package static let claimDue = """
        UPDATE receipts SET claim_id = $1, claim_ends_at = $2
        WHERE key_id IN (
            SELECT key_id FROM receipts
            WHERE team_id = $3 AND next_at <= $4 AND (claim_ends_at IS NULL OR claim_ends_at <= $4)
            ORDER BY next_at LIMIT $5
        ) AND next_at <= $4 AND (claim_ends_at IS NULL OR claim_ends_at <= $4)
        """
    package static let selectClaimed = """
        SELECT \(KeyRecords.columns) FROM receipts r JOIN attested_keys k ON k.key_id = r.key_id
        WHERE r.claim_id = $1 AND r.team_id = $2 ORDER BY r.next_at
        """
    private static let settle = """
        UPDATE receipts SET fault = $1, type = $2, created_at = $3, refresh_not_before = $4, expires_at = $5,
            risk_metric = $6, outcome = $7, outcome_at = $8, failures = $9, next_at = $10, receipt = $11,
            claim_id = NULL, claim_ends_at = NULL
        WHERE key_id = $12 AND claim_id = $13
        """
}
