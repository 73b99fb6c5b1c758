/// What a caller has earned.
public enum TokenGrant: Sendable, Equatable {
    /// A token for many requests.
    /// - Parameter ttl: Seconds, 1800 to 604800.
    case session(ttl: Int64 = 3600)
    /// A token for one request, good for 300 seconds.
    /// - Parameter jti: 16 to 250 bytes in UTF-8, by which a verifier knows that it was used before.
    case limitedUse(jti: String)

    /// Seconds a session may last: 30 minutes to 7 days, both included (wire contract, section 10).
    public static let sessionTTLs: ClosedRange<Int64> = 1800...604_800
    /// Seconds a limited-use token lasts.
    public static let limitedUseTTL: Int64 = 300
}
