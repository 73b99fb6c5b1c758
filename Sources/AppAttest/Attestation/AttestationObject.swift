/// The CBOR object that `attestKey` gives: format, statement and authenticator data. Reading it proves nothing.
package struct AttestationObject {
    /// DER certificates, leaf first: 2 or 3.
    package let certificates: [[UInt8]]
    package let receipt: [UInt8]
    /// As received: the nonce is over these very bytes.
    package let authenticatorData: [UInt8]

    /// Real objects have 5.2 to 6.0 KB.
    package static let maximumByteCount = 32 * 1024

    package init(_ bytes: [UInt8]) throws(Finding) {
        guard bytes.count <= Self.maximumByteCount else {
            throw Finding(
                .objectTooLarge, expected: "at most \(Self.maximumByteCount) bytes", found: "\(bytes.count)")
        }
        let top = try CBORMap(bytes)
        let format = try top.text("fmt")
        guard format == "apple-appattest" else {
            throw Finding(.wrongFormat, expected: "format apple-appattest", found: "format \(format)")
        }
        let statement = try top.map("attStmt")
        (certificates, receipt) = (try statement.arrayOfBytes("x5c"), try statement.bytes("receipt"))
        authenticatorData = try top.bytes("authData")
    }
}
