/// Why a token was refused.
public struct TokenError: Error, Sendable {
    /// The kinds of refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// Not a compact JWS of JSON objects in canonical base64url, or a member is missing or of the wrong type.
        case malformed
        /// No key of the set has the token's `kid`.
        case unknownKey
        /// The token names another algorithm than RS256.
        case algorithmMismatch
        /// The signature is not the named key's.
        case signatureInvalid
        /// The moment of expiry has come.
        case expired
        /// Issued, or good only from, later than now.
        case notYetValid
        /// For another project.
        case wrongAudience
        /// From another issuer.
        case wrongIssuer
        /// For an app that is not allowed.
        case wrongApp
    }

    /// What kind of refusal this is.
    public let code: Code
    /// What was at fault. Literal text only, so that nothing of a token can get in.
    let detail: StaticString

    init(_ code: Code, _ detail: StaticString) { (self.code, self.detail) = (code, detail) }
}

extension TokenError: Equatable, CustomStringConvertible, CustomDebugStringConvertible {
    /// Equal codes; the detail is for people.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
    /// The code alone.
    public var description: String { "token refused: \(code.rawValue)" }
    /// The code and what was at fault.
    public var debugDescription: String { "\(description) [\(detail)]" }
}
