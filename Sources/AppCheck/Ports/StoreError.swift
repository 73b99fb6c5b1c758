/// Why a store could not do what it was asked. Nothing was changed then.
package enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It cannot be reached or cannot write now: disk full, file locked, read-only, input/output error. Worth a retry.
    case unavailable(String)
    /// What was to be added is there already.
    case alreadyExists(String)
    /// What is stored cannot be understood: written by a newer version, or damaged.
    case unreadable(String)

    package var description: String {
        switch self {
        case .unavailable(let detail): "the store is unavailable: \(detail)"
        case .alreadyExists(let what): "\(what) exists already"
        case .unreadable(let detail): "the store cannot be read: \(detail)"
        }
    }
}
