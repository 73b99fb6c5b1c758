/// A challenge for one attestation or assertion.
package struct IssuedChallenge: Sendable, Equatable {
    package let bytes: [UInt8]
    /// Seconds until it ends.
    package let ttl: Int64

    package init(bytes: [UInt8], ttl: Int64) { (self.bytes, self.ttl) = (bytes, ttl) }
}

/// Why a challenge is not taken.
package enum ChallengeFault: String, Error, Sendable, CaseIterable {
    /// Not issued here: never, or under a key that is no longer known, or altered.
    case unknown = "CHALLENGE_UNKNOWN"
    case otherApp = "CHALLENGE_FOR_OTHER_APP"
    case expired = "CHALLENGE_EXPIRED"
    case used = "CHALLENGE_USED"
}

/// Issues challenges and recognises its own. Whether one was used is for the store to say.
package protocol ChallengeAuthority: Sendable {
    func issue(for app: RegisteredApp, at now: Int64) throws(ExchangeError) -> IssuedChallenge

    /// - Returns: when the challenge ends, in seconds since 1970.
    func authenticate(
        _ challenge: [UInt8], for app: RegisteredApp, at now: Int64
    ) throws(ChallengeFault) -> Int64
}
