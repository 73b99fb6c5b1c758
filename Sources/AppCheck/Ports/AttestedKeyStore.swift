/// The use of a challenge, which happens once.
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
    /// The key is new; it and the redemption are on disk.
    case registered
    /// The very same request registered this very key before: a repetition after a lost reply. Nothing was changed.
    case repeated
    /// The challenge was redeemed by another request. Nothing was changed.
    case challengeUsed
    /// The key id is registered already, by another request or for another app. Nothing was changed; in particular the
    /// challenge was not redeemed.
    case keyAlreadyRegistered
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
}

/// Keys, their counters, and which challenges were used.
///
/// Both verbs are one transaction each and durable when they return. Of any number of simultaneous callers with the
/// same challenge at most one gets `registered` or `advanced`; of any number with the same key and counter at most one
/// gets `advanced`.
package protocol AttestedKeyStore: Sendable {
    /// Registers a key with counter 0 and redeems the challenge, or neither.
    func register(
        _ key: AttestedKey, redeeming challenge: ChallengeRedemption
    ) async throws(StoreError) -> RegistrationOutcome

    /// Sets the key's counter to the received one if that is higher, and redeems the challenge, or neither. A key that is
    /// not stored is stored with that counter: artifacts outlive a lost store.
    /// - Parameter at: seconds since 1970, kept as the moment of last use.
    func advance(
        _ key: AttestedKey, to counter: UInt32, redeeming challenge: ChallengeRedemption, at: Int64
    ) async throws(StoreError) -> AdvanceOutcome

    /// The stored key and its counter.
    func attestedKey(_ keyID: [UInt8]) async throws(StoreError) -> (key: AttestedKey, counter: UInt32)?

    /// Forgets redemptions of challenges that ended before `moment` (seconds since 1970), at most `limit` of them.
    /// - Returns: how many were forgotten.
    func forgetRedemptions(endedBefore moment: Int64, limit: Int) async throws(StoreError) -> Int
}
