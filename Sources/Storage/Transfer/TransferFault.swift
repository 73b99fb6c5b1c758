package import AppCheck

/// Why rows could not be moved from one store to another.
package enum TransferFault: Error, Equatable, Sendable, CustomStringConvertible {
    case store(StoreError)
    /// The file cannot be read or written, or is not one that an export wrote.
    case file(String)
    /// The rows have no place in that store.
    case refused(String)

    package var description: String {
        switch self {
        case .store(let error): error.description
        case .file(let detail), .refused(let detail): detail
        }
    }
}
