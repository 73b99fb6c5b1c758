/// Why a token could not be issued or a signing key not be made.
public struct SigningError: Error, Sendable {
    /// The kinds of failure.
    public enum Code: String, Sendable, CaseIterable {
        /// Bytes offered as a key are not an RSA key of an allowed size, or its halves do not belong together.
        case invalidKey
        /// A project's number, id or issuer is not of the form tokens can carry.
        case invalidProject
        /// An app id, a `jti` or a moment is out of range.
        case invalidClaims
        /// A session's time to live is out of range.
        case ttlOutOfRange
        /// The key ring is empty.
        case noActiveKey
        /// The cryptographic library refused for a reason of its own.
        case libraryFailure
    }

    /// What kind of failure this is.
    public let code: Code
    /// What was at fault. Literal text only, so that no key, token or input can get in.
    let detail: StaticString

    init(_ code: Code, _ detail: StaticString) { (self.code, self.detail) = (code, detail) }
}

extension SigningError: Equatable, CustomStringConvertible, CustomDebugStringConvertible {
    /// Equal codes; the detail is for people.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
    /// The code alone.
    public var description: String { "no token: \(code.rawValue)" }
    /// The code and what was at fault.
    public var debugDescription: String { "\(description) [\(detail)]" }
}
