package import AppCheck

extension SessionStore {
    package func importRows(
        of manifest: TransferManifest, at moment: Int64,
        read: @escaping @Sendable () throws(TransferFault) -> [UInt8],
        progress: @escaping @Sendable (WorkProgress) -> Void
    ) async throws(TransferFault) -> Int {
        let header = manifest.header
        let turn = try await stored { () async throws(StoreError) in
            try await self.write(.guarded) { session throws(StoreError) in
                try ImportLedger.begin(header, at: moment, on: session)
            }
        }
        let start: Int
        switch turn {
        case .goOn(let rows): start = rows
        case .refused(let reason): throw .refused(reason)
        }
        try await addRows(of: manifest, after: start, read: read, progress: progress)
        let tables = try await stored { () async throws(StoreError) in try await self.tableSums(manifest.rows, progress)
        }
        for (found, expected) in zip(tables, manifest.tables) where found != expected {
            throw .refused(
                """
                table \(found.table) has \(found.rows) rows that are not the \(expected.rows) of the file: something else \
                wrote to the database. Begin with an empty one
                """)
        }
        try await stored { () async throws(StoreError) in
            try await self.write(.guarded) { session throws(StoreError) in
                try ImportLedger.finish(header, rows: manifest.rows, at: moment, on: session)
            }
        }
        return start
    }

    private func addRows(
        of manifest: TransferManifest, after start: Int, read: @escaping @Sendable () throws(TransferFault) -> [UInt8],
        progress: @escaping @Sendable (WorkProgress) -> Void
    ) async throws(TransferFault) {
        let changed = TransferFault.file("it was changed while it was imported")
        var reader = try TransferReader(read)
        guard reader.header == manifest.header else { throw changed }
        for _ in 0..<start { guard try reader.next() != nil else { throw changed } }
        var (batch, done) = (RowBatch(), start)
        while true {
            let row = try reader.next()
            if let row, batch.take(row) { continue }
            if !batch.isEmpty {
                let (full, old) = (batch, done)
                done += full.count
                let new = done
                try await stored { () async throws(StoreError) in
                    try await self.write(.keyed) { session throws(StoreError) in
                        try full.insert(on: session)
                        try ImportLedger.advance(manifest.header, from: old, to: new, on: session)
                        return .keep(())
                    }
                }
                progress(WorkProgress(.writing, done: done, of: manifest.rows))
            }
            guard let row else { break }
            batch = RowBatch()
            _ = batch.take(row)
        }
        guard done == manifest.rows else { throw changed }
    }

    /// What the store holds of each table now.
    private func tableSums(
        _ rows: Int, _ progress: @escaping @Sendable (WorkProgress) -> Void
    ) async throws(StoreError) -> [TableCount] {
        try await snapshot { session throws(StoreError) in
            var (counts, done): ([TableCount], Int) = ([], 0)
            for table in TransferTable.all {
                var sum = RowSum()
                try table.forEachPage(of: 500, on: session) { page throws(StoreError) in
                    for values in page { sum.add(CopyText.encode(values)) }
                    done += page.count
                    progress(WorkProgress(.comparing, done: done, of: rows))
                    return true
                }
                counts.append(TableCount(table: table.name, rows: sum.rows, checksum: sum.text))
            }
            return counts
        }
    }

    private func stored<Value: Sendable>(
        _ body: () async throws(StoreError) -> Value
    ) async throws(TransferFault) -> Value {
        do throws(StoreError) { return try await body() } catch { throw .store(error) }
    }
}
