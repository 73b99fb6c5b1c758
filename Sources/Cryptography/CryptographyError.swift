/// Why an operation of libcrypto could not be carried out.
///
/// A signature that does not verify is not an error: verification answers `false`.
package struct CryptographyError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// Bytes offered as a key are not one: wrong length, not on the curve, wrong algorithm.
        case invalidKey
        /// Bytes offered as a certificate do not parse.
        case invalidCertificate
        /// A sealed box does not open: altered, truncated, or sealed under another key.
        case authenticationFailure
        /// libcrypto refused for a reason of its own, such as lack of memory or of entropy.
        case libraryFailure
    }

    package let code: Code
    /// The function of libcrypto that refused; never any input.
    package let operation: String

    package init(_ code: Code, _ operation: String) {
        (self.code, self.operation) = (code, operation)
    }

    package static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    package var description: String { "\(code.rawValue) in \(operation)" }
}

/// Turns a null pointer of libcrypto into an error, so that every allocation is checked in one word.
@inline(__always)
func require<Pointer>(
    _ pointer: Pointer?, _ operation: String, _ code: CryptographyError.Code = .libraryFailure
) throws(CryptographyError) -> Pointer {
    guard let pointer else { throw CryptographyError(code, operation) }
    return pointer
}
