package import AppCheck
private import Storage

/// Everything a store holds as a file that another store can take.
package enum StoreExport {
    package struct Report: Sendable {
        package let byteCount: Int
        package let tables: [TableCount]
    }

    /// Writes the store as it is at one moment, while servers use it.
    /// - Parameter path: of a file that is not there yet.
    /// - Throws: ``TransferError``, and others of the store. Nothing is left behind then.
    package static func write(
        _ configuration: ServerConfiguration, to path: String, _ surroundings: Surroundings,
        warn: @escaping @Sendable (String) -> Void, progress: @escaping @Sendable (WorkProgress) -> Void
    ) async throws -> Report {
        try DraftFile.requireNone(at: path)
        let header = TransferHeader(id: try surroundings.randomBytes(16), madeAt: surroundings.seconds)
        return try await Installation.withStore(
            of: configuration, makesStore: false, surroundings, warn: warn
        ) { store in
            let draft = try DraftFile(for: path)
            do {
                guard let file = try? OpenFile(writing: draft.path) else {
                    throw TransferError("\(path): cannot be written")
                }
                let tables = try await tables(of: store, header, file, path, progress)
                let byteCount = try finish(file, path)
                try draft.publish()
                return Report(byteCount: byteCount, tables: tables)
            } catch {
                draft.discard()
                throw error
            }
        }
    }

    private static func tables(
        of store: any TransferStore, _ header: TransferHeader, _ file: OpenFile, _ path: String,
        _ progress: @escaping @Sendable (WorkProgress) -> Void
    ) async throws(TransferError) -> [TableCount] {
        do throws(TransferFault) {
            return try await store.exportRows(
                header,
                write: { bytes throws(TransferFault) in
                    do throws(FileFault) { try file.write(bytes) } catch {
                        throw TransferFault.file(unwritten)
                    }
                }, progress: progress)
        } catch { throw TransferError(error, file: path) }
    }

    /// Closes the file, and gives its length.
    private static func finish(_ file: OpenFile, _ path: String) throws(TransferError) -> Int {
        do throws(FileFault) {
            let byteCount = try file.status().byteCount
            try file.close()
            return byteCount
        } catch { throw TransferError("\(path): \(unwritten)") }
    }

    private static let unwritten = "cannot be written; is the disk full?"
}
