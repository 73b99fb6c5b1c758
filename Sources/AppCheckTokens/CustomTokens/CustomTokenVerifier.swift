private import Encodings
internal import StrictJSON

/// What a custom token grants, once ``CustomTokenVerifier`` has found it genuine and good. Nothing else makes one.
package struct VerifiedCustomToken: Sendable, Equatable {
    /// The account that vouches for the app.
    package let serviceAccount: String
    /// How long a session shall last, in seconds: 1800 to 604800; nil where the token does not say.
    package let sessionTTL: Int64?

    fileprivate init(serviceAccount: String, sessionTTL: Int64?) {
        (self.serviceAccount, self.sessionTTL) = (serviceAccount, sessionTTL)
    }
}

/// Verifies the custom tokens by which backends vouch for one app (wire contract, section 3).
package struct CustomTokenVerifier: Sendable {
    /// The claim `aud`.
    package static let audience =
        "https://firebaseappcheck.googleapis.com/google.firebase.appcheck.v1.TokenExchangeService"
    /// Seconds from `iat` to `exp` at most.
    package static let longestLifetime: Int64 = 3600
    /// Seconds by which the backend's clock may be ahead. They never lengthen a token's life.
    package static let clockLeeway: Int64 = 60

    private let appID: String

    /// - Parameter appID: what `app_id` has to be, byte for byte.
    package init(appID: String) { self.appID = appID }

    /// Runs every check, the signature before any claim is trusted.
    /// - Parameters:
    ///   - signers: the keys that the token's ``UnverifiedCustomToken/keyReference`` stands for.
    ///   - now: whole seconds since 1970.
    /// - Throws: ``CustomTokenFault`` naming the first check that failed.
    package func verify(
        _ token: UnverifiedCustomToken, signers: [CustomTokenSigner], at now: Int64
    ) throws(CustomTokenFault) -> VerifiedCustomToken {
        let (claims, serviceAccount) = try checkSignature(of: token.jws, by: signers)
        try checkIssuer(of: claims, serviceAccount)
        try checkAudience(of: claims)
        guard let appID = claims.string("app_id") else { throw .malformed }
        guard appID.isExactly(self.appID) else { throw .wrongApp }
        try checkTimes(of: claims, at: now)
        return VerifiedCustomToken(serviceAccount: serviceAccount, sessionTTL: try sessionTTL(of: claims))
    }

    private func checkSignature(
        of jws: CompactJWS, by signers: [CustomTokenSigner]
    ) throws(CustomTokenFault) -> (claims: JSONObject, serviceAccount: String) {
        guard !signers.isEmpty else { throw .unknownKey }
        for signer in signers {
            do throws(CompactJWS.Fault) {
                return (try jws.claims(signedBy: signer.publicKey), signer.serviceAccount)
            } catch {
                switch error {
                case .signatureInvalid: continue
                case .malformed, .algorithmMismatch: throw CustomTokenFault(error)
                }
            }
        }
        throw .signatureInvalid
    }

    /// A service account speaks for itself alone.
    private func checkIssuer(of claims: JSONObject, _ serviceAccount: String) throws(CustomTokenFault) {
        guard let issuer = claims.string("iss"), let subject = claims.string("sub") else { throw .malformed }
        guard issuer.isExactly(serviceAccount), subject.isExactly(serviceAccount) else { throw .wrongIssuer }
    }

    /// A token that is good elsewhere as well could have been made for there.
    private func checkAudience(of claims: JSONObject) throws(CustomTokenFault) {
        let audience: String?
        switch claims["aud"] {
        case .string(let text): audience = text
        case .array(let values):
            let texts = values.compactMap(\.string)
            guard texts.count == values.count else { throw .malformed }
            audience = texts.count == 1 ? texts[0] : nil
        case .object, .integer, .otherNumber, .bool, .null, nil: throw .malformed
        }
        guard let audience, audience.isExactly(Self.audience) else { throw .wrongAudience }
    }

    private func checkTimes(of claims: JSONObject, at now: Int64) throws(CustomTokenFault) {
        guard let issuedAt = claims.integer("iat"), let expiry = claims.integer("exp") else { throw .malformed }
        guard expiry > now else { throw .expired }
        let (sum, overflow) = now.addingReportingOverflow(Self.clockLeeway)
        let latest = overflow ? Int64.max : sum
        guard issuedAt <= latest else { throw .notYetValid }
        let lifetime = expiry.subtractingReportingOverflow(issuedAt)
        guard !lifetime.overflow, (1...Self.longestLifetime).contains(lifetime.partialValue) else {
            throw .invalidLifetime
        }
        // Custom tokens have no `nbf`. One that is there is still kept to (RFC 7519 section 4.1.5).
        guard claims["nbf"] != nil else { return }
        guard let notBefore = claims.integer("nbf") else { throw .malformed }
        guard notBefore <= latest else { throw .notYetValid }
    }

    private func sessionTTL(of claims: JSONObject) throws(CustomTokenFault) -> Int64? {
        guard let ttl = claims["ttl"] else { return nil }
        guard let seconds = ttl.string.flatMap(Self.wholeSeconds), TokenGrant.sessionTTLs.contains(seconds) else {
            throw .invalidTTL
        }
        return seconds
    }

    /// Seconds of a duration in proto3's JSON mapping, as `3600s` or `3600.000s`; nil for fractions that are not zero.
    private static func wholeSeconds(_ text: String) -> Int64? {
        guard text.utf8.last == UInt8(ascii: "s") else { return nil }
        let parts = text.utf8.dropLast().split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 {
            guard (1...9).contains(parts[1].count), parts[1].allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
        }
        guard parts[0].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int64(String(decoding: parts[0], as: UTF8.self))
    }
}
