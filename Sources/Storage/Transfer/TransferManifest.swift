package import AppCheck

/// What an export was found to hold when all of it was read.
package struct TransferManifest: Sendable {
    package let header: TransferHeader
    /// In the order of the file.
    package let tables: [TableCount]
    /// Sealed under the master key of the servers that made them.
    package let serverKeys: [StoredKey]

    package var rows: Int { tables.reduce(0) { $0 + $1.rows } }

    /// Reads a file whole, and finds whether it is all there and undamaged.
    /// - Parameters:
    ///   - read: gives the next bytes; none at the end. Called on a thread that may wait for them.
    ///   - byteCount: how many there are, for the progress.
    package static func verify(
        byteCount: Int, read: @escaping @Sendable () throws(TransferFault) -> [UInt8],
        progress: @escaping @Sendable (WorkProgress) -> Void
    ) async throws(TransferFault) -> TransferManifest {
        let result: Result<TransferManifest, TransferFault>
        do throws(StoreError) {
            result = try await WorkerThread.value { () throws(StoreError) in
                Result { () throws(TransferFault) in try manifest(byteCount, read, progress) }
            }
        } catch { throw .store(error) }
        return try result.get()
    }

    private static func manifest(
        _ byteCount: Int, _ read: @escaping () throws(TransferFault) -> [UInt8], _ progress: (WorkProgress) -> Void
    ) throws(TransferFault) -> TransferManifest {
        var reader = try TransferReader(read)
        var (keys, done, rows): ([StoredKey], Int, Int) = ([], 0, 0)
        while let row = try reader.next() {
            if row.table.name == "server_keys" { keys.append(try key(row)) }
            (done, rows) = (done + row.byteCount + 1, rows + 1)
            if rows.isMultiple(of: 1_000) { progress(WorkProgress(.checking, done: done, of: byteCount, .bytes)) }
        }
        let tables = zip(TransferTable.all, reader.sums).map { table, sum in
            TableCount(table: table.name, rows: sum.rows, checksum: sum.text)
        }
        return TransferManifest(header: reader.header, tables: tables, serverKeys: keys)
    }

    private static func key(_ row: TransferReader.Row) throws(TransferFault) -> StoredKey {
        do throws(StoreError) {
            var columns = SQLRow(row.values, of: "a server key")
            return StoredKey(
                kind: try columns.name(), id: try columns.text(), state: try columns.text(),
                publishedAt: try columns.integer(), activatedAt: try columns.optionalInteger(),
                retiredAt: try columns.optionalInteger(), sealed: try columns.bytes())
        } catch { throw .file("a server key in it cannot be understood") }
    }
}
