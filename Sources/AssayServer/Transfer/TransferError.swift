internal import Storage

/// Why a backup, a restore, an export or an import came to nothing, in words for an operator.
package struct TransferError: Error, Sendable, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

extension TransferError {
    /// - Parameter path: of the file that the rows come from or go to.
    init(_ fault: TransferFault, file path: String) {
        switch fault {
        case .file(let detail): self.init("\(path): \(detail)")
        case .store, .refused: self.init(fault.description)
        }
    }
}
