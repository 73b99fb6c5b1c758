package import HTTP

/// Keeps any one client from taking the server from the others: token buckets for each client address, app and method.
package struct RequestGuard: Sendable {
    private let limiter: RateLimiter
    /// By the place of their class.
    private let limits: [RateLimit?]
    private let addresses: ClientAddressRule
    private let seconds: @Sendable () -> Double

    /// - Parameters:
    ///   - limits: of each class; those that are missing have none.
    ///   - addresses: where a client's address is found.
    ///   - seconds: the time, in seconds of any origin.
    package init(
        limits: [RateClass: RateLimit], addresses: ClientAddressRule = ClientAddressRule(),
        seconds: @escaping @Sendable () -> Double
    ) {
        (self.addresses, self.seconds) = (addresses, seconds)
        self.limits = RateClass.allCases.sorted { $0.place < $1.place }.map { limits[$0] }
        limiter = RateLimiter()
    }

    /// - Parameters:
    ///   - number: of the method, among all.
    ///   - app: which app it is about; empty for none, and for apps that nobody may know: whoever makes up names must not
    ///     get a bucket for each.
    func admit(_ request: HTTPRequest, to method: APIMethod, number: Int, app: String) throws(APIError) {
        guard let limit = limits[method.rate.place] else { return }
        let key = RateLimitKey(address: addresses.group(of: request), app: app, method: number)
        guard case .refused(let wait) = limiter.admit(key, under: limit, at: seconds()) else { return }
        throw APIError(
            http: 429, status: .resourceExhausted,
            message: "Too many requests of this kind from one address: at most \(limit.count) in \(limit.period) s.",
            reason: APIError.Reason.rateLimited.rawValue, headers: [("Retry-After", String(wait))])
    }
}
