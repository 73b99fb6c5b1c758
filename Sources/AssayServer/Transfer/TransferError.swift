internal import Storage

/// Why a backup, a restore, an export or an import came to nothing, in words for an operator.
package struct TransferError: Error, Sendable, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

extension TransferError {
    /// - Throws: that the setting names a database that is no file.
    static func requireFile(_ configuration: ServerConfiguration) throws(TransferError) {
        guard configuration.database.isPostgres else { return }
        throw TransferError(
            "the setting database names PostgreSQL: use its own backups, or assay export; this is for the file of a data directory"
        )
    }

    /// - Parameter path: of the file that the rows come from or go to.
    init(_ fault: TransferFault, file path: String) {
        switch fault {
        case .file(let detail): self.init("\(path): \(detail)")
        case .store, .refused: self.init(fault.description)
        }
    }
}
