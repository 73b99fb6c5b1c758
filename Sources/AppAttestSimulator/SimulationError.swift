internal import Cryptography

/// Why the simulator could not make something.
public struct SimulationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of failure; more may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String { case cryptography, validity, malformedAuthority, malformedKey, counterExhausted }
        private let kind: Kind

        /// The system's cryptography refused, for want of memory or entropy.
        public static let cryptography = Code(kind: .cryptography)
        /// A validity period ends before it begins, or lies outside the years 1950 to 9999.
        public static let validity = Code(kind: .validity)
        /// Bytes offered as a serialized authority are not one, or its keys and certificates do not belong together.
        public static let malformedAuthority = Code(kind: .malformedAuthority)
        /// A text offered as a private key is none on P-256.
        public static let malformedKey = Code(kind: .malformedKey)
        /// The counter of a key is at 2^32 − 1; a real device would need a new key.
        public static let counterExhausted = Code(kind: .counterExhausted)

        /// One word in camel case.
        public var description: String { kind.rawValue }
    }

    /// What kind of failure it is; two errors with the same code are equal.
    public let code: Code
    private let detail: String

    init(_ code: Code, _ detail: String) { (self.code, self.detail) = (code, detail) }

    /// Errors are equal when their codes are.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// The code and a sentence without secrets.
    public var description: String { "\(code): \(detail)" }
}

/// Turns a refusal of libcrypto into the simulator's own error, for the edge of the library.
func simulating<Result>(
    _ body: () throws(CryptographyError) -> Result
) throws(SimulationError) -> Result {
    do { return try body() } catch { throw SimulationError(.cryptography, error.description) }
}
