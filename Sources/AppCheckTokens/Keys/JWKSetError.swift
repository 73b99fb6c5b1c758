/// Why a public key or a set of them was refused.
public struct JWKSetError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// The text is not a JSON object with a list `keys` of at most 64 objects.
        case malformed
        /// More than 64 KiB of text, or more than 64 keys put together.
        case tooLarge
        /// Two keys have one `kid`, so that a token's `kid` would not say which is meant.
        case duplicateKeyID
        /// A modulus, an exponent or a `kid` is out of range.
        case invalidKey
    }

    /// What kind of refusal this is.
    public let code: Code

    init(_ code: Code) { self.code = code }

    /// A sentence without any input.
    public var description: String { "key set refused: \(code.rawValue)" }
}
