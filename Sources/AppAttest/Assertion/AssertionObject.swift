/// The CBOR object that `generateAssertion` gives. Reading it proves nothing.
package struct AssertionObject {
    /// DER `ECDSA-Sig-Value`: 70 to 72 bytes as a rule.
    package let signature: [UInt8]
    /// As received: the nonce is over these very bytes.
    package let authenticatorData: [UInt8]

    /// Real objects have 140 to 205 bytes.
    package static let maximumByteCount = 4 * 1024

    package init(_ bytes: [UInt8]) throws(Finding) {
        guard bytes.count <= Self.maximumByteCount else {
            throw Finding(
                .objectTooLarge, expected: "at most \(Self.maximumByteCount) bytes", found: "\(bytes.count)")
        }
        let top = try CBORMap(bytes)
        (signature, authenticatorData) = (try top.bytes("signature"), try top.bytes("authenticatorData"))
    }
}
