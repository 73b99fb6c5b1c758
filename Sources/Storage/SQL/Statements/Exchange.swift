import AppCheck

/// The two steps that an exchange makes durable. Each redeems the challenge first, so that among racing callers the
/// database itself picks the one; each refusal rolls back, so that it does not cost the challenge.
enum Exchange {
    static func register(
        _ key: AttestedKey, redeeming challenge: ChallengeRedemption, on session: some SQLSession
    ) throws(StoreError) -> Decision<RegistrationOutcome> {
        guard try Redemptions.insert(challenge, on: session) else {
            let repeated = try wasRegistered(key, redeeming: challenge, on: session)
            return .rollBack(repeated ? .repeated : .challengeUsed)
        }
        guard try AttestedKeys.insert(key, counter: 0, usedAt: key.attestedAt, on: session) else {
            return .rollBack(.keyAlreadyRegistered)
        }
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
        return .rollBack(.staleCounter(stored: holder.counter))
    }

    /// Whether this very request redeemed the challenge, for this very key.
    private static func wasRegistered(
        _ key: AttestedKey, redeeming challenge: ChallengeRedemption, on session: some SQLSession
    ) throws(StoreError) -> Bool {
        guard try Redemptions.requestDigest(of: challenge.challengeID, on: session) == challenge.requestDigest,
            let holder = try AttestedKeys.holder(of: key.keyID, on: session)
        else { return false }
        return holder.holds(key)
    }
}
