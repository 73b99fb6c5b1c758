/// The use of a challenge, which happens once. The same challenge always comes with the same end: that is part of it, and
/// stores know a challenge by both.
package struct ChallengeRedemption: Hashable, Sendable {
    /// SHA-256 of the challenge: 32 bytes.
    package let challengeID: [UInt8]
    /// When the challenge ends by itself and its redemption may be forgotten, in seconds since 1970.
    package let expiresAt: Int64
    /// SHA-256 over what it was redeemed with: 32 bytes, the same for an identical request only.
    package let requestDigest: [UInt8]

    package init(challengeID: [UInt8], expiresAt: Int64, requestDigest: [UInt8]) {
        (self.challengeID, self.expiresAt, self.requestDigest) = (challengeID, expiresAt, requestDigest)
    }
}

package enum RegistrationOutcome: Equatable, Sendable {
    /// The key is new; it, its receipt and the redemption are on disk.
    case registered
    /// The very same request registered this very key before: a repetition after a lost reply. Nothing was changed.
    case repeated
    /// The challenge was redeemed by another request. Nothing was changed.
    case challengeUsed
    /// The key id is registered already, by another request or for another app. Nothing was changed; in particular the
    /// challenge was not redeemed.
    case keyAlreadyRegistered
    /// The very same request registered this very key before, and it was revoked since. Nothing was changed.
    case revoked
}

package enum AdvanceOutcome: Equatable, Sendable {
    /// The counter and the redemption are on disk.
    case advanced
    /// The challenge was redeemed before. Nothing was changed.
    case challengeUsed
    /// The stored counter is not lower than the one received. Nothing was changed.
    case staleCounter(stored: UInt32)
    /// The key id is registered for another app or with another public key. Nothing was changed.
    case keyMismatch
    /// The key was revoked. Nothing was changed.
    case revoked
}

package enum RevocationOutcome: Equatable, Sendable {
    /// The revocation and its entry are on disk.
    case revoked
    /// It was revoked before, at that moment. Nothing was changed.
    case alreadyRevoked(at: Int64)
    /// The app has no such key. Nothing was changed.
    case unknown
}

/// A key as it is stored. Times are seconds since 1970.
package struct KeyRecord: Hashable, Sendable {
    package let key: AttestedKey
    package let counter: UInt32
    package let lastUsedAt: Int64
    /// Nil while its assertions are taken.
    package let revokedAt: Int64?
    /// Nil for a key that came back by its artifact after the store had lost it.
    package let receipt: ReceiptRecord?

    package init(
        key: AttestedKey, counter: UInt32, lastUsedAt: Int64, revokedAt: Int64?, receipt: ReceiptRecord?
    ) {
        (self.key, self.counter, self.lastUsedAt) = (key, counter, lastUsedAt)
        (self.revokedAt, self.receipt) = (revokedAt, receipt)
    }
}

/// Keys, their counters, and which challenges were used.
///
/// Verbs are one transaction each and durable when they return. Of any number of simultaneous callers with the
/// same challenge at most one gets `registered` or `advanced`; of any number with the same key and counter at most one
/// gets `advanced`.
package protocol AttestedKeyStore: Sendable {
    /// Registers a key with counter 0 and its receipt, and redeems the challenge, or nothing of it.
    func register(
        _ key: AttestedKey, with receipt: ReceiptRecord, redeeming challenge: ChallengeRedemption
    ) async throws(StoreError) -> RegistrationOutcome

    /// Sets the key's counter to the received one if that is higher, and redeems the challenge, or neither. A key that is
    /// not stored is stored with that counter: artifacts outlive a lost store.
    /// - Parameter at: seconds since 1970, kept as the moment of last use.
    func advance(
        _ key: AttestedKey, to counter: UInt32, redeeming challenge: ChallengeRedemption, at: Int64
    ) async throws(StoreError) -> AdvanceOutcome

    func attestedKey(_ keyID: [UInt8]) async throws(StoreError) -> KeyRecord?

    /// An app's keys in the order in which they were attested; those of one second in the order of their ids, compared byte
    /// by byte.
    /// - Parameters:
    ///   - keyID: the id of the app's key that the listing goes on behind; nil for the start. Behind any other there is none.
    ///   - limit: at most so many.
    func attestedKeys(
        ofApp appID: String, inProject number: String, after keyID: [UInt8]?, limit: Int
    ) async throws(StoreError) -> [KeyRecord]

    /// Revokes a key of the app for ever, and writes the entry; its receipt is not refreshed any more.
    /// - Parameter moment: seconds since 1970.
    func revokeKey(
        _ keyID: [UInt8], ofApp appID: String, inProject number: String, at moment: Int64,
        recording entry: AuditEntry
    ) async throws(StoreError) -> RevocationOutcome

    /// Forgets redemptions of challenges that ended before `moment` (seconds since 1970), at most `limit` of them.
    /// - Returns: how many were forgotten.
    func forgetRedemptions(endedBefore moment: Int64, limit: Int) async throws(StoreError) -> Int
}
