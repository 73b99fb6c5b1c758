/// Issues the tokens of one project.
public struct TokenIssuer: Sendable {
    private let project: TokenProject

    /// - Parameter project: Gives the audience and the issuer of every token.
    public init(project: TokenProject) { self.project = project }

    /// Signs a token with the ring's active key. It is issued at `now` and expires its time to live later.
    /// - Parameters:
    ///   - appID: The claim `sub`: 1 to 256 visible ASCII characters.
    ///   - now: Whole seconds since 1970, rounded down.
    /// - Throws: `ttlOutOfRange`, `invalidClaims`, `noActiveKey`, `libraryFailure`.
    public func issue(
        _ grant: TokenGrant, to appID: String, signedBy ring: KeyRing, at now: Int64
    ) throws(SigningError) -> AppCheckToken {
        let ttl: Int64
        let jti: String?
        switch grant {
        case .session(let seconds):
            guard TokenGrant.sessionTTLs.contains(seconds) else { throw SigningError(.ttlOutOfRange, "session") }
            (ttl, jti) = (seconds, nil)
        case .limitedUse(let id):
            (ttl, jti) = (TokenGrant.limitedUseTTL, id)
        }
        guard let key = ring.active?.key else { throw SigningError(.noActiveKey, "key ring") }
        let (expiry, overflow) = now.addingReportingOverflow(ttl)
        guard !overflow else { throw SigningError(.invalidClaims, "exp") }
        let claims = try AppCheckClaims(project: project, appID: appID, issuedAt: now, expiry: expiry, jti: jti)
        return AppCheckToken(token: try key.sign(claims), ttl: ttl)
    }
}
