/// What a token says, once ``TokenVerifier`` has found it genuine and good. Nothing else makes one.
public struct VerifiedAppCheckToken: Sendable, Equatable {
    /// The claim `sub`: the app that asks, as `1:1234:ios:abcd`.
    public let appID: String
    /// The claim `iat`: whole seconds since 1970.
    public let issuedAt: Int64
    /// The claim `exp`: whole seconds since 1970. The token may be forgotten then, and what is kept against its replay.
    public let expiry: Int64
    /// The claim `jti`, which limited-use tokens have: the name under which to remember that one was used.
    public let jti: String?

    init(appID: String, issuedAt: Int64, expiry: Int64, jti: String?) {
        (self.appID, self.issuedAt, self.expiry, self.jti) = (appID, issuedAt, expiry, jti)
    }
}
