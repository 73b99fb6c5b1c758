/// Why a caller is not let in.
package enum AccessError: Error, Sendable, Equatable {
    /// There is no bearer token, or it is not, or no longer, a good one.
    case unauthenticated
    /// The caller's role lacks the permission, or it is for another project.
    /// - Parameter resource: as the caller named it.
    case permissionDenied(Permission, resource: String)
    /// The project's exchanges need an API key.
    case apiKeyMissing
    /// There is no such key in the project.
    case apiKeyInvalid
    /// The key is for other bundle ids.
    /// - Parameter bundleID: as the caller named it; empty if it did not.
    case apiKeyBlocked(bundleID: String)
    /// The store cannot be reached. Worth a retry.
    case unavailable(String)
    case internalFailure(String)

    /// The word for it: in answers, logs and counters.
    package var reason: String {
        switch self {
        case .unauthenticated: "UNAUTHENTICATED"
        case .permissionDenied: "PERMISSION_DENIED"
        case .apiKeyMissing: "API_KEY_MISSING"
        case .apiKeyInvalid: "API_KEY_INVALID"
        case .apiKeyBlocked: "API_KEY_IOS_APP_BLOCKED"
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
