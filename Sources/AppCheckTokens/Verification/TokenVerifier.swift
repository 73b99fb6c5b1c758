private import Encodings
internal import StrictJSON

/// Verifies the App Check tokens of one project.
///
/// Keys come from the caller, who fetches and caches the key set. Never pool the keys of two services in one set: both
/// may use one issuer, and nothing would tell their tokens apart.
public struct TokenVerifier: Sendable {
    /// Bytes in the longest token that is looked at: 8 KiB.
    public static let maximumByteCount = CompactJWS.maximumByteCount

    private let project: TokenProject
    private let appIDs: Set<String>?

    /// - Parameters:
    ///   - project: Whose audience and issuer tokens must have.
    ///   - appIDs: The apps that may ask; nil for every app of the project.
    public init(project: TokenProject, appIDs: Set<String>? = nil) {
        (self.project, self.appIDs) = (project, appIDs)
    }

    /// Runs every check, the signature before any claim is looked at.
    /// - Parameters:
    ///   - token: A compact JWS, as sent in `X-Firebase-AppCheck`.
    ///   - now: Whole seconds since 1970.
    ///   - leeway: Seconds by which the issuer's clock may be ahead. It never lengthens a token's life.
    /// - Throws: ``TokenError`` naming the first check that failed.
    public func verify(
        _ token: String, keys: JWKSet, at now: Int64, leeway: Int64 = 0
    ) throws(TokenError) -> VerifiedAppCheckToken {
        let jws: CompactJWS
        do { jws = try CompactJWS(token) } catch { throw TokenError(error) }
        let key = try key(for: jws.header, among: keys)
        let claims: JSONObject
        do { claims = try jws.claims(signedBy: key.key) } catch { throw TokenError(error) }
        let verified = try read(claims)
        try checkIssuerAndAudience(of: claims)
        try checkTimes(of: claims, verified, at: now, leeway: leeway)
        try checkApp(of: verified)
        return verified
    }

    /// The header only says which key of ours it is. That key decides the algorithm: all are RSA keys for RS256.
    private func key(for header: JSONObject, among keys: JWKSet) throws(TokenError) -> PublicJWK {
        guard let kid = header.string("kid") else { throw TokenError(.malformed, "kid") }
        guard let key = keys[kid] else { throw TokenError(.unknownKey, "kid") }
        return key
    }

    private func read(_ claims: JSONObject) throws(TokenError) -> VerifiedAppCheckToken {
        guard let appID = claims.string("sub"), !appID.isEmpty else { throw TokenError(.malformed, "sub") }
        guard let issuedAt = claims.integer("iat") else { throw TokenError(.malformed, "iat") }
        guard let expiry = claims.integer("exp") else { throw TokenError(.malformed, "exp") }
        let jti = claims.string("jti")
        guard claims["jti"] == nil || jti?.isEmpty == false else { throw TokenError(.malformed, "jti") }
        return VerifiedAppCheckToken(appID: appID, issuedAt: issuedAt, expiry: expiry, jti: jti)
    }

    private func checkIssuerAndAudience(of claims: JSONObject) throws(TokenError) {
        guard let issuer = claims.string("iss") else { throw TokenError(.malformed, "iss") }
        guard issuer.isExactly(project.issuer) else { throw TokenError(.wrongIssuer, "iss") }
        guard case .array(let values)? = claims["aud"] else { throw TokenError(.malformed, "aud") }
        let audience = values.compactMap(\.string)
        guard audience.count == values.count else { throw TokenError(.malformed, "aud") }
        guard audience.contains(where: { name in project.audience.contains { $0.isExactly(name) } }) else {
            throw TokenError(.wrongAudience, "aud")
        }
    }

    private func checkTimes(
        of claims: JSONObject, _ token: VerifiedAppCheckToken, at now: Int64, leeway: Int64
    ) throws(TokenError) {
        guard token.expiry > now else { throw TokenError(.expired, "exp") }
        let (sum, overflow) = now.addingReportingOverflow(max(0, leeway))
        let latest = overflow ? Int64.max : sum
        guard token.issuedAt <= latest else { throw TokenError(.notYetValid, "iat") }
        // Tokens have no `nbf`. One that is there is still kept to (RFC 7519 section 4.1.5).
        guard claims["nbf"] != nil else { return }
        guard let notBefore = claims.integer("nbf") else { throw TokenError(.malformed, "nbf") }
        guard notBefore <= latest else { throw TokenError(.notYetValid, "nbf") }
    }

    private func checkApp(of token: VerifiedAppCheckToken) throws(TokenError) {
        guard let appIDs else { return }
        guard appIDs.contains(where: { $0.isExactly(token.appID) }) else { throw TokenError(.wrongApp, "sub") }
    }
}

extension TokenError {
    fileprivate init(_ fault: CompactJWS.Fault) {
        switch fault {
        case .malformed(let part): self.init(.malformed, part)
        case .algorithmMismatch: self.init(.algorithmMismatch, "alg")
        case .signatureInvalid: self.init(.signatureInvalid, "signature")
        }
    }
}
