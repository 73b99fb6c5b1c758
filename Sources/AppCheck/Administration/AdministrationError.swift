internal import Cryptography

/// Why something could not be administered. Nothing was changed then.
package enum AdministrationError: Error, Sendable, Equatable {
    case projectNotFound(String)
    /// By its path, with the project's number.
    case notFound(ResourceName)
    /// The app has no such key.
    case keyNotFound(AttestedKeyName)
    /// What would be made is there already; words that name it without a secret.
    case alreadyExists(String)
    /// - Parameter place: which of several, counted from 0; nil where it is about one.
    case invalid(RegistrationFault, place: Int? = nil)
    /// The caller's etag is not the resource's: it was changed since the caller read it.
    case etagMismatch(ResourceName)
    /// Others kept changing the resource meanwhile. Worth a retry.
    case overtaken(ResourceName)
    case limitReached(ResourceName, most: Int64)
    /// It still has others under it.
    case inUse(ResourceName)

    /// The store cannot be reached or cannot write. Worth a retry.
    case unavailable(String)
    /// A fault of the server's own. The words are for its log only.
    case internalFailure(String)

    /// The word for it: in answers, logs and counters.
    package var reason: String {
        switch self {
        case .projectNotFound: "PROJECT_NOT_FOUND"
        case .notFound, .keyNotFound: "NOT_FOUND"
        case .alreadyExists: "ALREADY_EXISTS"
        case .invalid: "INVALID_VALUE"
        case .etagMismatch: "ETAG_MISMATCH"
        case .overtaken: "CONCURRENT_CHANGE"
        case .limitReached: "LIMIT_REACHED"
        case .inUse: "IN_USE"
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

    init(_ error: CryptographyError) { self = .internalFailure(error.description) }
}
