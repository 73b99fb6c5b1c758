import AppCheck

/// The two steps that an exchange makes durable. Each redeems the challenge first, so that among racing callers the
/// database itself picks the one; each refusal rolls back, so that it does not cost the challenge.
///
/// The statements are those of ``ExchangeGroup``, which a database runs in one go; here each waits for the one before.
enum Exchange {
    /// Who rolls back needs no name to know its own rows by.
    private static let unnamed: [UInt8] = []

    static func register(
        _ key: AttestedKey, with receipt: ReceiptRecord, redeeming challenge: ChallengeRedemption,
        on session: some SQLSession
    ) throws(StoreError) -> Decision<RegistrationOutcome> {
        guard try Redemptions.insert(challenge, by: unnamed).run(on: session) == 1 else {
            return .rollBack(try outcome(ofRepeating: key, redeeming: challenge, on: session))
        }
        let insertion = AttestedKeys.insert(key, counter: 0, usedAt: key.attestedAt, after: challenge, by: unnamed)
        guard try insertion.run(on: session) == 1 else { return .rollBack(.keyAlreadyRegistered) }
        _ = try Receipts.insert(receipt, of: key, by: unnamed).run(on: session)
        return .keep(.registered)
    }

    static func advance(
        _ key: AttestedKey, to counter: UInt32, redeeming challenge: ChallengeRedemption, at moment: Int64,
        on session: some SQLSession
    ) throws(StoreError) -> Decision<AdvanceOutcome> {
        guard try Redemptions.insert(challenge, by: unnamed).run(on: session) == 1 else {
            return .rollBack(.challengeUsed)
        }
        let raise = AttestedKeys.raise(key, to: counter, usedAt: moment, after: challenge, by: unnamed)
        if try raise.run(on: session) == 1 { return .keep(.advanced) }
        let insertion = AttestedKeys.insert(key, counter: counter, usedAt: moment, after: challenge, by: unnamed)
        if try insertion.run(on: session) == 1 { return .keep(.advanced) }
        return .rollBack(try refusal(of: key, to: counter, on: session))
    }

    /// What is said to a request whose challenge was redeemed: whether it was this very one, for this very key.
    static func outcome(
        ofRepeating key: AttestedKey, redeeming challenge: ChallengeRedemption, on session: some SQLSession
    ) throws(StoreError) -> RegistrationOutcome {
        guard try Redemptions.requestDigest(of: challenge, on: session) == challenge.requestDigest,
            let holder = try AttestedKeys.holder(of: key.keyID, on: session), holder.holds(key)
        else { return .challengeUsed }
        return holder.revokedAt == nil ? .repeated : .revoked
    }

    /// Why the counter of a key did not advance though its challenge was good.
    static func refusal(
        of key: AttestedKey, to counter: UInt32, on session: some SQLSession
    ) throws(StoreError) -> AdvanceOutcome {
        guard let holder = try AttestedKeys.holder(of: key.keyID, on: session) else {
            throw .unavailable("the key was removed while its counter advanced")
        }
        guard holder.holds(key) else { return .keyMismatch }
        guard holder.revokedAt == nil else { return .revoked }
        // Another one may have stored the key between the two statements above, and with a lower counter.
        guard holder.counter >= counter else { throw .unavailable("the key changed while its counter advanced") }
        return .staleCounter(stored: holder.counter)
    }
}
