package import AppCheck

/// A store whose rows can move to another one, of whichever database.
package protocol TransferStore: Sendable {
    /// Writes everything that the store holds at one moment. Servers may go on meanwhile.
    /// - Parameters:
    ///   - header: names the export.
    ///   - write: takes the next bytes of the file. Called on a thread that may wait.
    /// - Returns: what was written of each table.
    func exportRows(
        _ header: TransferHeader, write: @escaping @Sendable ([UInt8]) throws(TransferFault) -> Void,
        progress: @escaping @Sendable (WorkProgress) -> Void
    ) async throws(TransferFault) -> [TableCount]

    /// Takes the rows of an export into a store that holds none, or goes on where that was broken off; then reads all of
    /// them back and compares counts and checksums. Until that came out well, no server starts on the store.
    /// - Parameters:
    ///   - manifest: what the file was found to hold.
    ///   - read: gives the bytes of the same file from its beginning; none at the end.
    ///   - moment: seconds since 1970.
    /// - Returns: how many rows were there already from an import that was broken off.
    func importRows(
        of manifest: TransferManifest, at moment: Int64,
        read: @escaping @Sendable () throws(TransferFault) -> [UInt8],
        progress: @escaping @Sendable (WorkProgress) -> Void
    ) async throws(TransferFault) -> Int
}
