extension RiskPolicy {
    /// Whether the metric stayed high for longer than the policy allows: the newest values that can be read are above the
    /// threshold, there are two of them at least, the first and the last of them lie far enough apart, and the last is no
    /// older than Apple's own window.
    ///
    /// Values that are no numbers are passed over: they are neither high nor low.
    /// - Parameters:
    ///   - history: oldest first.
    ///   - now: seconds since 1970.
    package func isAtRisk(_ history: [RiskMeasurement], at now: Int64) -> Bool {
        let readable = history.filter { $0.count != nil }
        let high = readable.reversed().prefix { $0.count.map { Int64($0) > threshold } ?? false }
        guard high.count > 1, let last = high.first, let first = high.last else { return false }
        return last.measuredAt - first.measuredAt >= duration && now - last.measuredAt <= Self.window
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
