private import AppAttest

/// The steps of an exchange beside those that verify the object.
package enum ExchangeStep: String, Hashable, Sendable, CaseIterable {
    case artifact = "E1"
    case keyAllowed = "E2"
    case challenge = "E3"
    case risk = "E4"
    case store = "E5"

    /// What the step proves, in a sentence for people who have not read the procedure.
    package var title: String {
        switch self {
        case .artifact: "The artifact is one of this server's, unaltered, and for this app"
        case .keyAllowed: "What the key was attested for is still allowed to the app"
        case .challenge: "The challenge is one of this server's, for this app, and has not ended"
        case .risk: "The risk metric of the key did not stay high for too long"
        case .store: "The challenge was not used before, and the key is what the store knows it as"
        }
    }
}

extension ExchangeError {
    /// The step that failed, by its code: of the exchange (E), of the attestation (A), assertion (S), receipt (R), or of the
    /// launch policy (P). Nil where it is not about an exchange of App Attest, and for faults that are nobody's.
    package var step: String? {
        switch self {
        case .attestation(let rejection), .assertion(let rejection), .receipt(let rejection): rejection.step.code
        case .artifact: ExchangeStep.artifact.rawValue
        case .keyNoLongerAllowed: ExchangeStep.keyAllowed.rawValue
        case .challenge(.used): ExchangeStep.store.rawValue
        case .challenge: ExchangeStep.challenge.rawValue
        case .riskTooHigh: ExchangeStep.risk.rawValue
        case .keyAlreadyRegistered, .keyMismatch, .keyRevoked: ExchangeStep.store.rawValue
        case .counterStale: VerificationStep.counterAdvance.code
        case .projectNotFound, .appNotRegistered, .debugTokenUnknown, .debugTokenExpired, .customToken, .appCheckToken,
            .invalidTTL, .invalidJTI, .unavailable, .internalFailure:
            nil
        }
    }
}

/// What a client may do about a refusal: all that it needs to tell apart.
package enum ExchangeAdvice: String, Hashable, Sendable, CaseIterable {
    /// Ask for another challenge and try again with the same key.
    case retryWithNewChallenge = "RETRY_WITH_NEW_CHALLENGE"
    /// Have another key attested.
    case reattest = "RE_ATTEST"
    /// Nothing that the client could do.
    case refused = "REFUSED"
    /// Try again later.
    case temporary = "TEMPORARY"
}

extension ExchangeError {
    /// Nil where it is not about an exchange of App Attest.
    package var advice: ExchangeAdvice? {
        switch self {
        case .challenge, .counterStale: .retryWithNewChallenge
        case .artifact, .keyAlreadyRegistered, .keyMismatch, .keyNoLongerAllowed, .keyRevoked: .reattest
        case .attestation(let rejection): rejection.reason == .chainExpired ? .reattest : .refused
        case .assertion(let rejection): rejection.step.isOfLaunchPolicy ? .reattest : .refused
        // Another key has a receipt that has just come; of whatever else is wrong with one the next has no less.
        case .receipt(let rejection): rejection.reason == .receiptNotFresh ? .reattest : .refused
        case .riskTooHigh: .refused
        case .unavailable, .internalFailure: .temporary
        case .projectNotFound, .appNotRegistered, .debugTokenUnknown, .debugTokenExpired, .customToken, .appCheckToken,
            .invalidTTL, .invalidJTI:
            nil
        }
    }
}
