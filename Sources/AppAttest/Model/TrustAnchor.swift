private import Encodings
private import Cryptography

/// A root certificate that chains of attestation certificates may end at.
public struct TrustAnchor: Hashable, Sendable {
    /// X.509 certificate, DER.
    public let der: [UInt8]
    /// SHA-256 of the DER encoding: 32 bytes.
    public let fingerprint: [UInt8]

    /// - Parameter der: a whole X.509 certificate.
    /// - Throws: ``TrustAnchor/Invalid`` when the bytes are no certificate.
    public init(der: [UInt8]) throws(Invalid) {
        do { _ = try Certificate(der: der) } catch { throw Invalid(reason: error.detail) }
        self.init(unread: der)
    }

    init(unread der: [UInt8]) { (self.der, fingerprint) = (der, SHA256.hash(der)) }

    /// Two anchors are equal when their certificates are.
    public static func == (left: TrustAnchor, right: TrustAnchor) -> Bool { left.der.isSame(as: right.der) }

    /// Takes some bytes of the fingerprint, which are as good as all of the certificate's.
    public func hash(into hasher: inout Hasher) { hasher.combine(endOf: fingerprint) }

    /// - Parameter pem: text with exactly one `CERTIFICATE` block (RFC 7468).
    /// - Throws: ``TrustAnchor/Invalid`` when there is no block, more than one, or no certificate in it.
    public init(pem: String) throws(Invalid) {
        let begin = "-----BEGIN CERTIFICATE-----"
        let end = "-----END CERTIFICATE-----"
        let parts = pem.split(separator: begin, omittingEmptySubsequences: false)
        guard parts.count == 2, let stop = parts[1].firstRange(of: end) else {
            throw Invalid(reason: "expected one PEM block of type CERTIFICATE")
        }
        let base64 = parts[1][..<stop.lowerBound].filter { !$0.isWhitespace }
        guard let der = Base64Text.decode(String(base64)) else {
            throw Invalid(reason: "the PEM block is not base64")
        }
        try self.init(der: der)
    }

    /// PEM text (RFC 7468), lines of 64 characters, with a newline at the end.
    public var pem: String { PEM.block("CERTIFICATE", der) }

    /// The bytes are no certificate that could anchor a chain.
    public struct Invalid: Error, Equatable, Sendable {
        /// What is wrong with them.
        public let reason: String
    }
}
