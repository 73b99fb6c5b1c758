import AppCheck

/// The two steps that an exchange makes durable. Each redeems the challenge first, so that among racing callers the
/// database itself picks the one; each refusal rolls back, so that it does not cost the challenge.
enum Exchange {
    static func register(
        _ key: AttestedKey, with receipt: ReceiptRecord, redeeming challenge: ChallengeRedemption,
        on session: some SQLSession
    ) throws(StoreError) -> Decision<RegistrationOutcome> {
        guard try Redemptions.insert(challenge, on: session) else {
            return .rollBack(try outcome(ofRepeating: key, redeeming: challenge, on: session))
        }
        guard try AttestedKeys.insert(key, counter: 0, usedAt: key.attestedAt, on: session) else {
            return .rollBack(.keyAlreadyRegistered)
        }
        try Receipts.insert(receipt, of: key, on: session)
        return .keep(.registered)
    }

    static func advance(
        _ key: AttestedKey, to counter: UInt32, redeeming challenge: ChallengeRedemption, at moment: Int64,
        on session: some SQLSession
    ) throws(StoreError) -> Decision<AdvanceOutcome> {
        guard try Redemptions.insert(challenge, on: session) else { return .rollBack(.challengeUsed) }
        if try AttestedKeys.raise(key, to: counter, usedAt: moment, on: session) { return .keep(.advanced) }
        if try AttestedKeys.insert(key, counter: counter, usedAt: moment, on: session) { return .keep(.advanced) }
        // Where several servers write, one may have stored the key between the two statements above.
        if try AttestedKeys.raise(key, to: counter, usedAt: moment, on: session) { return .keep(.advanced) }
        guard let holder = try AttestedKeys.holder(of: key.keyID, on: session) else {
            throw .unavailable("the key was removed while its counter advanced")
        }
        guard holder.holds(key) else { return .rollBack(.keyMismatch) }
        guard holder.revokedAt == nil else { return .rollBack(.revoked) }
        return .rollBack(.staleCounter(stored: holder.counter))
    }

    /// What is said to a request whose challenge was redeemed: whether it was this very one, for this very key.
    private static func outcome(
        ofRepeating key: AttestedKey, redeeming challenge: ChallengeRedemption, on session: some SQLSession
    ) throws(StoreError) -> RegistrationOutcome {
        guard try Redemptions.requestDigest(of: challenge.challengeID, on: session) == challenge.requestDigest,
            let holder = try AttestedKeys.holder(of: key.keyID, on: session), holder.holds(key)
        else { return .challengeUsed }
        return holder.revokedAt == nil ? .repeated : .revoked
    }
}
