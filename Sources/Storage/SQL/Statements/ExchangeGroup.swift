import AppCheck

/// The statements of one hot verb for databases that are reached over a network: all are sent at once, with those of other
/// callers, and none needs to hear how the one before it ended.
///
/// An attempt is 16 bytes made by chance. It marks the redemption, and only where that is there do the next statements
/// touch the key; the last one takes the redemption back where they did not. Nothing here fails on a conflict, so that no
/// caller spoils the transaction of the others.
struct ExchangeGroup: Sendable {
    struct Step: Sendable {
        /// Transactions that touch rows of several groups do so in this order and each table's in that of `row`, so
        /// that of two neither waits for the other while that waits for it.
        enum Stage: Int, Comparable, Sendable {
            case redemption, key, receipt, takingBack, consumption

            static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
        }

        let stage: Stage
        /// The key of the row that is touched.
        let row: [UInt8]
        let command: SQLCommand
    }

    let steps: [Step]
    /// What only one group of a transaction may be about: challenge, key or token.
    let subjects: [[UInt8]]

    /// Counts: redeemed, key stored, receipt stored, redemption taken back.
    static func registration(
        of key: AttestedKey, with receipt: ReceiptRecord, redeeming challenge: ChallengeRedemption, by attempt: [UInt8]
    ) -> ExchangeGroup {
        let insertion = AttestedKeys.insert(key, counter: 0, usedAt: key.attestedAt, after: challenge, by: attempt)
        return ExchangeGroup(
            steps: [
                redemption(challenge, by: attempt), Step(stage: .key, row: key.keyID, command: insertion),
                Step(stage: .receipt, row: key.keyID, command: Receipts.insert(receipt, of: key, by: attempt)),
                takingBack(challenge, ofKey: key.keyID, by: attempt),
            ], subjects: [challenge.challengeID, key.keyID])
    }

    /// Counts: redeemed, counter raised, key stored, redemption taken back.
    static func advance(
        of key: AttestedKey, to counter: UInt32, redeeming challenge: ChallengeRedemption, at moment: Int64,
        by attempt: [UInt8]
    ) -> ExchangeGroup {
        let raise = AttestedKeys.raise(key, to: counter, usedAt: moment, after: challenge, by: attempt)
        let insertion = AttestedKeys.insert(key, counter: counter, usedAt: moment, after: challenge, by: attempt)
        return ExchangeGroup(
            steps: [
                redemption(challenge, by: attempt), Step(stage: .key, row: key.keyID, command: raise),
                Step(stage: .key, row: key.keyID, command: insertion),
                takingBack(challenge, ofKey: key.keyID, by: attempt),
            ], subjects: [challenge.challengeID, key.keyID])
    }

    /// Counts: used up, end prolonged.
    static func consumption(of id: [UInt8], expiresAt: Int64) -> ExchangeGroup {
        ExchangeGroup(
            steps: [
                Step(stage: .consumption, row: id, command: ConsumedTokens.insert(id, expiresAt: expiresAt)),
                Step(stage: .consumption, row: id, command: ConsumedTokens.prolong(id, until: expiresAt)),
            ], subjects: [id])
    }

    private static func redemption(_ challenge: ChallengeRedemption, by attempt: [UInt8]) -> Step {
        Step(
            stage: .redemption, row: challenge.challengeID, command: Redemptions.insert(challenge, by: attempt))
    }

    private static func takingBack(
        _ challenge: ChallengeRedemption, ofKey keyID: [UInt8], by attempt: [UInt8]
    ) -> Step {
        Step(
            stage: .takingBack, row: challenge.challengeID,
            command: Redemptions.takeBack(challenge, ofKey: keyID, by: attempt))
    }
}
