internal import StrictJSON

/// The claims of an App Check token (wire contract, section 5).
public struct AppCheckClaims: Sendable, Equatable {
    /// Gives `aud` and `iss`.
    public let project: TokenProject
    /// The claim `sub`, as `1:1234:ios:abcd`.
    public let appID: String
    /// The claim `iat`: whole seconds since 1970.
    public let issuedAt: Int64
    /// The claim `exp`: whole seconds since 1970.
    public let expiry: Int64
    /// The claim `jti`, which only limited-use tokens have.
    public let jti: String?

    /// - Parameters:
    ///   - appID: 1 to 256 visible ASCII characters.
    ///   - issuedAt: Whole seconds since 1970, rounded down: verifiers refuse tokens from the future.
    ///   - expiry: Whole seconds since 1970, after `issuedAt`.
    ///   - jti: 16 to 250 bytes in UTF-8, or nil for a session.
    /// - Throws: `invalidClaims`.
    public init(
        project: TokenProject, appID: String, issuedAt: Int64, expiry: Int64, jti: String? = nil
    ) throws(SigningError) {
        guard appID.isVisibleASCII(upTo: 256) else { throw SigningError(.invalidClaims, "sub") }
        guard issuedAt >= 0, issuedAt < expiry else { throw SigningError(.invalidClaims, "iat and exp") }
        if let jti, !(16...250).contains(jti.utf8.count) { throw SigningError(.invalidClaims, "jti") }
        (self.project, self.appID, self.issuedAt, self.expiry, self.jti) = (project, appID, issuedAt, expiry, jti)
    }

    /// The claims as JSON in UTF-8, members in the order `sub, aud, iss, exp, iat, jti`.
    var json: [UInt8] {
        var json: [UInt8] = []
        json.reserveCapacity(512)
        json += #"{"sub":"#.utf8
        json.append(quotedForJSON: appID)
        var separator = #","aud":["#
        for audience in project.audience {
            json += separator.utf8
            json.append(quotedForJSON: audience)
            separator = ","
        }
        json += #"],"iss":"#.utf8
        json.append(quotedForJSON: project.issuer)
        json += #","exp":"#.utf8
        json += String(expiry).utf8
        json += #","iat":"#.utf8
        json += String(issuedAt).utf8
        if let jti {
            json += #","jti":"#.utf8
            json.append(quotedForJSON: jti)
        }
        json.append(UInt8(ascii: "}"))
        return json
    }
}
