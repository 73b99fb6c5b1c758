/// Why a custom token was refused, by the word for it in answers and logs.
package enum CustomTokenFault: String, Error, Sendable, CaseIterable {
    /// Not a compact JWS of JSON objects in canonical base64url, or a member is missing or of the wrong type.
    case malformed = "CUSTOM_TOKEN_MALFORMED"
    /// The header names another algorithm than RS256.
    case unsupportedAlgorithm = "CUSTOM_TOKEN_UNSUPPORTED_ALGORITHM"
    /// No key of the project has the header's `kid`, or the claim `iss` where there is no `kid`.
    case unknownKey = "CUSTOM_TOKEN_UNKNOWN_KEY"
    /// The signature is not the key's.
    case signatureInvalid = "CUSTOM_TOKEN_SIGNATURE_INVALID"
    /// `iss` or `sub` is not the service account that the key belongs to.
    case wrongIssuer = "CUSTOM_TOKEN_WRONG_ISSUER"
    /// `aud` is not the exchange of custom tokens alone.
    case wrongAudience = "CUSTOM_TOKEN_WRONG_AUDIENCE"
    /// `app_id` is not the app that asks.
    case wrongApp = "CUSTOM_TOKEN_WRONG_APP"
    /// The moment of expiry has come.
    case expired = "CUSTOM_TOKEN_EXPIRED"
    /// Issued, or good only from, later than now.
    case notYetValid = "CUSTOM_TOKEN_NOT_YET_VALID"
    /// It lasts longer than an hour, or ends no later than it was issued.
    case invalidLifetime = "CUSTOM_TOKEN_INVALID_LIFETIME"
    /// `ttl` is no duration of 30 minutes to 7 days.
    case invalidTTL = "CUSTOM_TOKEN_INVALID_TTL"

    init(_ fault: CompactJWS.Fault) {
        self =
            switch fault {
            case .malformed: .malformed
            case .algorithmMismatch: .unsupportedAlgorithm
            case .signatureInvalid: .signatureInvalid
            }
    }
}
