extension RiskPolicy {
    /// Whether the metric stayed high for longer than the policy allows: the newest values that can be read are above the
    /// threshold, there are two of them at least, no two that follow each other lie further apart than the metric looks
    /// back, the first and the last of them lie far enough apart, and the last is no older than Apple's own window.
    ///
    /// Values that are no numbers are passed over: they are neither high nor low.
    /// - Parameters:
    ///   - history: in any order.
    ///   - now: seconds since 1970.
    package func isAtRisk(_ history: [RiskMeasurement], at now: Int64) -> Bool {
        let readable = history.compactMap { measurement in
            measurement.count.map { (at: measurement.measuredAt, count: Int64($0)) }
        }
        // Of two values of one moment the lower one comes first: in doubt a key is not at risk.
        var newestFirst = readable.sorted { ($1.at, $0.count) < ($0.at, $1.count) }.makeIterator()
        guard let last = newestFirst.next(), last.count > threshold, now.subtracting(last.at) <= Self.window else {
            return false
        }
        var first = last
        while let earlier = newestFirst.next(), earlier.count > threshold,
            first.at.subtracting(earlier.at) <= Self.window
        {
            first = earlier
        }
        // One moment is never enough, whatever the duration.
        return first.at < last.at && last.at.subtracting(first.at) >= duration
    }

    /// Seconds that the metric looks back, 30 days: an older value says nothing about now.
    static let window: Int64 = 2_592_000
}

extension Exchanges {
    /// Judges the risk of a key by the app's policy.
    /// - Returns: the most that a token's lifetime may be, in seconds; nil for any.
    /// - Throws: ``ExchangeError/riskTooHigh`` where the policy refuses assertions of such keys.
    func longestTTL(
        forKey keyID: [UInt8], _ progress: inout ExchangeProgress
    ) async throws(ExchangeError) -> Int64? {
        let policy = progress.evidence.app.policies.risk
        // Observing needs nothing of the store.
        guard policy.action != .observe else { return nil }
        let history: [RiskMeasurement]
        do { history = try await receipts.riskMeasurements(of: keyID) } catch { throw ExchangeError(error) }
        progress.evidence.findings.riskMeasurements = history
        guard policy.isAtRisk(history, at: progress.now) else { return nil }
        guard !policy.reportOnly else {
            progress.reported.append(ExchangeError.riskTooHighReason)
            return nil
        }
        switch policy.action {
        case .observe: return nil
        case .refuseAssertions: throw .riskTooHigh
        case .shortenTokens: return policy.tokenTTL
        }
    }
}
