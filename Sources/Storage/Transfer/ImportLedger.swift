import AppCheck

/// The table `store_imports`: how far the rows of an export have come.
enum ImportLedger {
    /// What is to be done with a file.
    enum Turn: Sendable {
        /// After as many rows.
        case goOn(after: Int)
        case refused(String)
    }

    /// - Throws: ``StoreError/unreadable(_:)`` where an import is not finished, so that the store holds a part of what it
    ///   should. Every store that is opened for anything else asks this.
    static func requireNoneUnfinished(on session: some SQLSession) throws(StoreError) {
        guard try !session.query("SELECT 1 FROM store_imports WHERE finished_at IS NULL", []).isEmpty else { return }
        throw .unreadable(
            "an import into it is not finished: run assay import with the same file again, or begin with an empty database"
        )
    }

    /// Begins an import, or finds where it was broken off.
    static func begin(
        _ header: TransferHeader, at moment: Int64, on session: some SQLSession
    ) throws(StoreError) -> Decision<Turn> {
        for values in try session.query("SELECT id, position, finished_at FROM store_imports", []) {
            var row = SQLRow(values, of: "the list of imports")
            let (id, position, finishedAt) = (
                try row.bytes(), try row.integer(Int.self), try row.optionalInteger(Int64.self)
            )
            switch (id == header.id, finishedAt) {
            case (true, nil): return .keep(.goOn(after: position))
            case (true, _): return .rollBack(.refused("this very file was imported already"))
            case (false, nil): return .rollBack(.refused("the import of another file is not finished"))
            case (false, _): continue
            }
        }
        for table in TransferTable.all where try !session.query(table.probe, []).isEmpty {
            return .rollBack(
                .refused("the database is not empty (\(table.name) has rows); import into one that no server has used"))
        }
        _ = try session.execute(
            "INSERT INTO store_imports (id, started_at, position) VALUES ($1, $2, 0)",
            [.bytes(header.id), .integer(moment)])
        return .keep(.goOn(after: 0))
    }

    /// Notes that rows were added, in the transaction that adds them.
    static func advance(
        _ header: TransferHeader, from old: Int, to new: Int, on session: some SQLSession
    ) throws(StoreError) {
        let touched = try session.execute(
            "UPDATE store_imports SET position = $1 WHERE id = $2 AND position = $3 AND finished_at IS NULL",
            [.integer(Int64(new)), .bytes(header.id), .integer(Int64(old))])
        guard touched == 1 else { throw .unavailable("another command imports into it") }
    }

    static func finish(
        _ header: TransferHeader, rows: Int, at moment: Int64, on session: some SQLSession
    ) throws(StoreError) -> Decision<Void> {
        try advance(header, from: rows, to: rows, on: session)
        _ = try session.execute(
            "UPDATE store_imports SET finished_at = $1 WHERE id = $2", [.integer(moment), .bytes(header.id)])
        return .keep(())
    }
}
