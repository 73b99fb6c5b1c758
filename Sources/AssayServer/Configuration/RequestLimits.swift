internal import AppCheck
internal import AppCheckAPI
package import HTTP
private import FoundationEssentials

/// How often each kind of method may be asked from one client address; nil for no limit.
package struct RequestLimits: Sendable, Equatable {
    /// Challenges and exchanges, for each app and method apart.
    package let exchanges: RateLimit?
    /// Exchanges of debug tokens, for each app.
    package let debugExchanges: RateLimit?
    /// Minting and using up tokens.
    package let tokenUses: RateLimit?
    /// All other methods that need a bearer token, for each method, counted before the token is looked at.
    package let admin: RateLimit?
    /// Key sets, health and documents, for each method.
    package let publicReads: RateLimit?
}

/// Limits as people write them.
package enum RateLimitText {
    static let expectation =
        "expected off, or COUNT/PERIOD such as 6000/1m: 1 to \(RateLimit.counts.upperBound) in 1s to 1d"

    /// - Returns: what the text says, which for `off` is that there is no limit; nil if it is no such text.
    package static func limit(_ text: String) -> RateLimit?? {
        if text == "off" { return .some(nil) }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = DecimalText.number(parts[0]), let number = Int(exactly: count),
            let seconds = DurationText.seconds(String(parts[1])), let period = Int(exactly: seconds),
            let limit = RateLimit(count: number, period: period)
        else { return nil }
        return .some(limit)
    }
}

extension ServerConfiguration {
    /// What counts requests, by the clock of the surroundings.
    func requestGuard(_ surroundings: Surroundings) -> RequestGuard {
        var limits: [RateClass: RateLimit] = [:]
        for kind in RateClass.allCases {
            limits[kind] =
                switch kind {
                case .exchange: requestLimits.exchanges
                case .debugExchange: requestLimits.debugExchanges
                case .tokenUse: requestLimits.tokenUses
                case .administration: requestLimits.admin
                case .open: requestLimits.publicReads
                }
        }
        return RequestGuard(
            limits: limits, addresses: clientAddress, seconds: { surroundings.now().timeIntervalSince1970 })
    }
}
