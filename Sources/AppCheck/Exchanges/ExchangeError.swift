package import AppAttest
package import AppCheckTokens

/// Why an exchange or another request about tokens was refused or could not be met. Nothing was registered, advanced or
/// used up then.
package enum ExchangeError: Error, Sendable, Equatable {
    /// The client names a project or an app that is not served here.
    case projectNotFound(String)
    case appNotRegistered(String)

    case challenge(ChallengeFault)
    case artifact(ArtifactFault)
    case attestation(Rejection)
    case assertion(Rejection)
    /// The receipt in the attestation cannot be used, and the app's policy is to refuse it then.
    case receipt(Rejection)
    /// The key id was registered before, by another request or for another app.
    case keyAlreadyRegistered
    /// The artifact's key is stored for another app or with another public key.
    case keyMismatch
    /// The key was attested for an App ID or environment, or under a root, that the app no longer allows.
    case keyNoLongerAllowed
    /// The key was revoked by an administrator. A client can have another one attested.
    case keyRevoked
    /// The risk metric of the key stayed high for longer than the app's policy allows.
    case riskTooHigh
    /// The stored counter is not lower than the one received.
    case counterStale
    /// No debug token of the app has that secret, or the text is no secret at all.
    case debugTokenUnknown
    /// The moment at which the debug token ends has come.
    case debugTokenExpired
    case customToken(CustomTokenFault)
    /// What was presented for verification is no good App Check token of the project.
    case appCheckToken(TokenError)

    /// The lifetime asked for is not one that sessions may have: 1800 to 604800 seconds.
    case invalidTTL
    case invalidJTI(JTIFault)

    /// The store cannot be reached or cannot write. Worth a retry.
    case unavailable(String)
    /// A fault of the server's own. The words are for its log only.
    case internalFailure(String)

    /// The word for it: in answers, logs and counters.
    package var reason: String {
        switch self {
        case .projectNotFound: "PROJECT_NOT_FOUND"
        case .appNotRegistered: "APP_NOT_REGISTERED"
        case .challenge(let fault): fault.rawValue
        case .artifact(let fault): fault.rawValue
        case .attestation(let rejection), .assertion(let rejection), .receipt(let rejection): rejection.reason.rawValue
        case .keyAlreadyRegistered: "KEY_ALREADY_REGISTERED"
        case .keyMismatch: "KEY_MISMATCH"
        case .keyNoLongerAllowed: "KEY_NO_LONGER_ALLOWED"
        case .keyRevoked: "KEY_REVOKED"
        case .riskTooHigh: Self.riskTooHighReason
        case .counterStale: "COUNTER_STALE"
        case .debugTokenUnknown: "DEBUG_TOKEN_UNKNOWN"
        case .debugTokenExpired: "DEBUG_TOKEN_EXPIRED"
        case .customToken(let fault): fault.rawValue
        case .appCheckToken(let error): error.code.refusalReason
        case .invalidTTL: "INVALID_TTL"
        case .invalidJTI: "INVALID_JTI"
        case .unavailable: "STORE_UNAVAILABLE"
        case .internalFailure: "INTERNAL"
        }
    }

    static let riskTooHighReason = "RISK_TOO_HIGH"

    init(_ error: StoreError) {
        switch error {
        case .unavailable: self = .unavailable(error.description)
        case .alreadyExists, .unreadable: self = .internalFailure(error.description)
        }
    }
}

/// What is wrong with the name that a caller gives a token for limited use.
package enum JTIFault: Sendable, Equatable, CaseIterable {
    /// Not 16 to 250 bytes in UTF-8.
    case length
    /// Given for a session, which has none.
    case onlyForLimitedUse
}

extension TokenError.Code {
    /// The word for it in answers and logs.
    package var refusalReason: String {
        switch self {
        case .malformed: "TOKEN_MALFORMED"
        case .unknownKey: "TOKEN_UNKNOWN_KEY"
        case .algorithmMismatch: "TOKEN_ALGORITHM_MISMATCH"
        case .signatureInvalid: "TOKEN_SIGNATURE_INVALID"
        case .expired: "TOKEN_EXPIRED"
        case .notYetValid: "TOKEN_NOT_YET_VALID"
        case .wrongAudience: "TOKEN_WRONG_AUDIENCE"
        case .wrongIssuer: "TOKEN_WRONG_ISSUER"
        case .wrongApp: "TOKEN_WRONG_APP"
        }
    }
}
