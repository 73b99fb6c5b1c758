import AppCheck

/// The table `risk_metrics`.
package enum RiskMetrics {
    /// Adds a measurement unless there is one of its moment, and drops the oldest ones above the capacity.
    static func add(
        _ measurement: RiskMeasurement, of keyID: [UInt8], on session: some SQLSession
    ) throws(StoreError) {
        _ = try session.execute(
            "INSERT INTO risk_metrics (key_id, measured_at, metric) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            [.bytes(keyID), .integer(measurement.measuredAt), .text(measurement.metric)])
        _ = try session.execute(trim, [.bytes(keyID), .integer(Int64(RiskHistory.capacity - 1))])
    }

    /// Oldest first.
    static func list(of keyID: [UInt8], on session: some SQLSession) throws(StoreError) -> [RiskMeasurement] {
        var measurements: [RiskMeasurement] = []
        for values in try session.query(list, [.bytes(keyID)]) {
            var row = SQLRow(values, of: "a risk metric")
            measurements.append(RiskMeasurement(measuredAt: try row.integer(), metric: try row.text()))
        }
        return measurements
    }

    /// Nothing is older than the one of that place where there are not so many.
    package static let trim = """
        DELETE FROM risk_metrics WHERE key_id = $1 AND measured_at < (
            SELECT measured_at FROM risk_metrics WHERE key_id = $1 ORDER BY measured_at DESC LIMIT 1 OFFSET $2
        )
        """
    package static let list = "SELECT measured_at, metric FROM risk_metrics WHERE key_id = $1 ORDER BY measured_at"
}
