/// A token and how long it is good for. The token is a credential: descriptions leave it out.
public struct AppCheckToken: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The compact JWS.
    public let token: String
    /// Seconds from the moment it is handed out to its expiry.
    public let ttl: Int64

    init(token: String, ttl: Int64) { (self.token, self.ttl) = (token, ttl) }

    /// The same token handed out again, some seconds after it was issued.
    package func handedOut(after seconds: Int64) -> AppCheckToken { AppCheckToken(token: token, ttl: ttl - seconds) }

    /// The time to live alone.
    public var description: String { "<App Check token for \(ttl) s>" }

    /// Empty, so that no dump shows the token.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
