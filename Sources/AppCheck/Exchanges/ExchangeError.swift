package import AppAttest

/// Why an exchange was refused or could not be made. Nothing was registered, advanced or used up then.
package enum ExchangeError: Error, Sendable, Equatable {
    /// The client names a project or an app that is not served here.
    case projectNotFound(String)
    case appNotRegistered(String)

    case challenge(ChallengeFault)
    case artifact(ArtifactFault)
    case attestation(Rejection)
    case assertion(Rejection)
    /// The key id was registered before, by another request or for another app.
    case keyAlreadyRegistered
    /// The artifact's key is stored for another app or with another public key.
    case keyMismatch
    /// The key was attested for an App ID or environment, or under a root, that the app no longer allows.
    case keyNoLongerAllowed
    /// The stored counter is not lower than the one received.
    case counterStale

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
        case .attestation(let rejection), .assertion(let rejection): rejection.reason.rawValue
        case .keyAlreadyRegistered: "KEY_ALREADY_REGISTERED"
        case .keyMismatch: "KEY_MISMATCH"
        case .keyNoLongerAllowed: "KEY_NO_LONGER_ALLOWED"
        case .counterStale: "COUNTER_STALE"
        case .unavailable: "STORE_UNAVAILABLE"
        case .internalFailure: "INTERNAL"
        }
    }

    init(_ error: StoreError) {
        switch error {
        case .unavailable: self = .unavailable(error.description)
        case .alreadyExists, .unreadable: self = .internalFailure(error.description)
        }
    }
}
