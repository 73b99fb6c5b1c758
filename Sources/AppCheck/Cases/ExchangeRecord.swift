/// The member `exchange` of a case file, as it is written: what a server knew of an exchange that it refused, beside what
/// the object tells. What is not there was not reached. Moments are RFC 3339.
struct ExchangeRecord: Codable, Sendable {
    struct Registration: Codable, Sendable {
        var teamId: String
        var bundleIds: [String]
        var environments: [String]
    }

    struct Challenge: Codable, Sendable {
        /// ``genuine``, or why it is not.
        var state: String
        var endsAt: String?
    }

    struct Risk: Codable, Sendable {
        var action: String
        var threshold: Int64
        /// Seconds.
        var duration: Int64
        /// Whether the action is not taken; false where it is missing.
        var reportOnly: Bool?
    }

    struct Measurement: Codable, Sendable {
        var measuredAt: String
        var metric: String
    }

    struct Refusal: Codable, Sendable {
        var reason: String
        var step: String
    }

    /// The project's number.
    var project: String
    /// The app as it is registered.
    var app: String
    /// Of an assertion: ``genuine``, or why the artifact was not taken.
    var artifact: String?
    /// Of an assertion: SHA-256 of the root that vouched for the key, in hexadecimal digits.
    var attestedUnder: String?
    /// Of an assertion: what the app is registered with now, for its key may have been attested under another registration.
    var registration: Registration?
    var challenge: Challenge?
    /// Of an assertion: nil for a policy that refuses nothing.
    var riskPolicy: Risk?
    var riskHistory: [Measurement]?
    /// Why the store refused the exchange.
    var store: String?
    /// What the server answered.
    var refused: Refusal

    /// The word for an artifact or a challenge that is as it should be.
    static let genuine = "GENUINE"
}

/// Why the store refuses an exchange, in the words of its reasons.
enum StoreRefusal: String, Sendable, CaseIterable {
    case challengeUsed = "CHALLENGE_USED"
    case keyAlreadyRegistered = "KEY_ALREADY_REGISTERED"
    case keyMismatch = "KEY_MISMATCH"
    case keyRevoked = "KEY_REVOKED"
    /// The last that the store looks at.
    case counterStale = "COUNTER_STALE"

    /// - Returns: nil for what is not the store's to find.
    init?(_ refusal: ExchangeError) {
        switch refusal {
        case .challenge(.used): self = .challengeUsed
        case .keyAlreadyRegistered: self = .keyAlreadyRegistered
        case .keyMismatch: self = .keyMismatch
        case .keyRevoked: self = .keyRevoked
        case .counterStale: self = .counterStale
        case .challenge, .artifact, .attestation, .assertion, .receipt, .keyNoLongerAllowed, .riskTooHigh,
            .projectNotFound, .appNotRegistered, .debugTokenUnknown, .debugTokenExpired, .customToken, .appCheckToken,
            .invalidTTL, .invalidJTI, .unavailable, .internalFailure:
            return nil
        }
    }
}
