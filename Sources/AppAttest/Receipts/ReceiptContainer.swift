/// CMS `SignedData` (RFC 5652 section 5.1) as receipts have it, in BER or DER. Reading it proves nothing.
///
/// OpenSSL's `CMS_verify` accepts every real receipt that this accepts, but is not used: it takes any number of signers and
/// any digest, bounds nothing, and cannot tell a signature that is over the content although there are attributes from one
/// that is wrong. Paths of certificates are left to OpenSSL.
package struct ReceiptContainer {
    /// What is signed: the octets of the content, joined.
    package let content: [UInt8]
    /// DER certificates in the order of the container: at most 8.
    package let certificates: [[UInt8]]
    package let signer: Signer

    /// `SignerInfo` (RFC 5652 section 5.3).
    package struct Signer {
        /// Encoding of the issuer's name, compared byte for byte.
        package let issuer: [UInt8]
        /// Contents of the serial number's INTEGER.
        package let serialNumber: [UInt8]
        /// Contents of the SET of signed attributes, where there are any.
        package let signedAttributes: [UInt8]?
        /// DER `ECDSA-Sig-Value`.
        package let signature: [UInt8]
    }

    /// Real receipts have 3.7 to 4.0 KB.
    package static let maximumByteCount = 32 * 1024
    /// Real receipts have 3.
    static let maximumCertificateCount = 8

    /// Object identifier of the content's type: `data`, bytes of whatever form.
    static let contentType = OID(1, 2, 840, 113549, 1, 7, 1)

    private enum ObjectID {
        static let signedData = OID(1, 2, 840, 113549, 1, 7, 2)
        static let sha256 = OID(2, 16, 840, 1, 101, 3, 4, 2, 1)
        static let ecdsaWithSHA256 = OID(1, 2, 840, 10045, 4, 3, 2)
    }

    package init(_ bytes: [UInt8]) throws(Finding) {
        guard bytes.count <= Self.maximumByteCount else {
            throw Finding(
                .objectTooLarge, expected: "at most \(Self.maximumByteCount) bytes", found: "\(bytes.count)")
        }
        let signers: [Signer]
        do throws(Malformed) {
            var outer = BERReader(bytes, "receipt")
            var information = try outer.inside(.sequence, "content information")
            try outer.finish()
            try information.identifier(ObjectID.signedData)
            var tagged = try information.inside(context: 0, "content")
            try information.finish()
            var fields = try tagged.inside(.sequence, "signed data")
            try tagged.finish()
            try fields.version(1)
            try fields.digestAlgorithms(including: ObjectID.sha256)
            content = try fields.content(Self.contentType)
            certificates = try fields.certificates()
            // Revocation lists are asked for by nobody here.
            _ = try fields.nextContext(1)
            signers = try fields.signers(ObjectID.sha256, ObjectID.ecdsaWithSHA256)
            try fields.finish()
        } catch {
            throw Finding(.malformedReceipt, expected: "signed data in BER", found: error.detail)
        }
        guard signers.count == 1 else {
            throw Finding(.receiptSignerCount, expected: "one signer", found: "\(signers.count) signers")
        }
        signer = signers[0]
    }
}
