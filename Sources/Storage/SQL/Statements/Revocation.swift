import AppCheck

/// The revocation of a key, with its entry in the record.
enum Revocation {
    static func revoke(
        _ keyID: [UInt8], ofApp appID: String, inProject number: String, at moment: Int64, recording entry: AuditEntry,
        on session: some SQLSession
    ) throws(StoreError) -> Decision<RevocationOutcome> {
        guard try AttestedKeys.revoke(keyID, ofApp: appID, inProject: number, at: moment, on: session) else {
            guard let holder = try AttestedKeys.holder(of: keyID, on: session), holder.projectNumber == number,
                holder.appID == appID, let revokedAt = holder.revokedAt
            else { return .rollBack(.unknown) }
            return .rollBack(.alreadyRevoked(at: revokedAt))
        }
        try Receipts.retire(keyID, on: session)
        try AuditEntries.insert(entry, on: session)
        return .keep(.revoked)
    }
}
