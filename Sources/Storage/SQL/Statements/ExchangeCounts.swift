import AppCheck

/// The table `exchange_counts`.
package enum ExchangeCounts {
    static func add(
        _ counts: [ExchangeTally: Int64], on session: some SQLSession
    ) throws(StoreError) -> Decision<Void> {
        // Always in the same order, so that of several servers none waits for another that waits for it.
        for (tally, count) in counts.sorted(by: { precedes($0.key, $1.key) }) where count != 0 {
            _ = try session.execute(
                add,
                [
                    .text(tally.projectNumber), .text(tally.appID), .integer(tally.day),
                    .text(tally.ending.rawValue), .text(tally.reason), .integer(count),
                ])
        }
        return .keep(())
    }

    static func list(
        ofApp appID: String, inProject number: String, since day: Int64, on session: some SQLSession
    ) throws(StoreError) -> [(tally: ExchangeTally, count: Int64)] {
        var counts: [(tally: ExchangeTally, count: Int64)] = []
        for values in try session.query(list, [.text(number), .text(appID), .integer(day)]) {
            var row = SQLRow(values, of: "a count of exchanges")
            let tally = ExchangeTally(
                projectNumber: number, appID: appID, day: try row.integer(), ending: try row.name(),
                reason: try row.text())
            counts.append((tally, try row.integer()))
        }
        return counts
    }

    static func forget(
        before day: Int64, limit: Int, on session: some SQLSession
    ) throws(StoreError) -> Decision<Int> {
        // A negative limit means none at all to one database and an error to the other.
        .keep(try session.execute(forget, [.integer(day), .integer(Int64(max(0, limit)))]))
    }

    private static func precedes(_ left: ExchangeTally, _ right: ExchangeTally) -> Bool {
        let (one, other) = (
            (left.projectNumber, left.appID, left.day), (right.projectNumber, right.appID, right.day)
        )
        guard one == other else { return one < other }
        return (left.ending.rawValue, left.reason) < (right.ending.rawValue, right.reason)
    }

    private static let add = """
        INSERT INTO exchange_counts (project_number, app_id, day, ending, reason, count)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (project_number, app_id, day, ending, reason)
        DO UPDATE SET count = exchange_counts.count + excluded.count
        """
    package static let list = """
        SELECT day, ending, reason, count FROM exchange_counts
        WHERE project_number = $1 AND app_id = $2 AND day >= $3 ORDER BY day, ending, reason
        """
    package static let forget = """
        DELETE FROM exchange_counts WHERE (project_number, app_id, day, ending, reason) IN (
            SELECT project_number, app_id, day, ending, reason FROM exchange_counts
            WHERE day < $1 ORDER BY day LIMIT $2
        )
        """
}
