/// CMS `SignedData` (RFC 5652 section 5.1) as receipts have it, in BER or DER. Reading it proves nothing.
///
/// OpenSSL's `CMS_verify` reads the same bytes and comes to the same verdict on every real receipt, but is not used: it
/// takes any number of signers, any digest and octets nested in any way, and to whoever asks why it refused a receipt it
/// cannot say that the signature is over the content although there are attributes. Paths of certificates are OpenSSL's.
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
    static let contentType = "1.2.840.113549.1.7.1"

    private enum ObjectID {
        static let signedData = "1.2.840.113549.1.7.2"
        static let sha256 = "2.16.840.1.101.3.4.2.1"
        static let ecdsaWithSHA256 = "1.2.840.10045.4.3.2"
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

extension BERReader {
    fileprivate mutating func inside(context number: UInt8, _ what: String) throws(Malformed) -> BERReader {
        guard let element = try nextContext(number) else { throw Malformed("\(what): no element tagged [\(number)]") }
        return try inside(element, what)
    }

    fileprivate mutating func identifier(_ expected: String) throws(Malformed) {
        let found = try next(.objectIdentifier).objectIdentifier()
        guard found == expected else { throw Malformed("expected type \(expected), found \(found)") }
    }

    fileprivate mutating func version(_ expected: UInt64) throws(Malformed) {
        let found = try next(.integer).smallInteger()
        guard found == expected else { throw Malformed("expected version \(expected), found \(found)") }
    }

    /// An `AlgorithmIdentifier`; a digest's parameters are NULL or absent (RFC 5754 section 2), a signature's are absent.
    fileprivate mutating func algorithm(mayHaveNull: Bool) throws(Malformed) -> String {
        var fields = try inside(.sequence, "algorithm")
        let identifier = try fields.next(.objectIdentifier).objectIdentifier()
        if mayHaveNull, !fields.isAtEnd, try fields.next().encoding != [0x05, 0x00] {
            throw Malformed("algorithm \(identifier) with parameters")
        }
        try fields.finish()
        return identifier
    }

    fileprivate mutating func digestAlgorithms(including digest: String) throws(Malformed) {
        var set = try inside(.set, "digest algorithms")
        var found: [String] = []
        while !set.isAtEnd { found.append(try set.algorithm(mayHaveNull: true)) }
        guard found.contains(digest) else { throw Malformed("digest algorithms without \(digest)") }
    }

    fileprivate mutating func content(_ type: String) throws(Malformed) -> [UInt8] {
        var fields = try inside(.sequence, "encapsulated content")
        try fields.identifier(type)
        var tagged = try fields.inside(context: 0, "encapsulated content")
        try fields.finish()
        let octets = try tagged.octets()
        try tagged.finish()
        return octets
    }

    fileprivate mutating func certificates() throws(Malformed) -> [[UInt8]] {
        var list = try inside(context: 0, "certificates")
        var certificates: [[UInt8]] = []
        while !list.isAtEnd {
            guard certificates.count < ReceiptContainer.maximumCertificateCount else {
                throw Malformed("over \(ReceiptContainer.maximumCertificateCount) certificates")
            }
            certificates.append(try list.next(.sequence).encoding)
        }
        return certificates
    }

    fileprivate mutating func signers(
        _ digest: String, _ signatureAlgorithm: String
    ) throws(Malformed) -> [ReceiptContainer.Signer] {
        var set = try inside(.set, "signers")
        var signers: [ReceiptContainer.Signer] = []
        while !set.isAtEnd {
            var fields = try set.inside(.sequence, "signer")
            try fields.version(1)
            var name = try fields.inside(.sequence, "signer's name")
            let issuer = try name.next(.sequence).encoding
            let serialNumber = try name.next(.integer).integerBytes()
            try name.finish()
            guard try fields.algorithm(mayHaveNull: true) == digest else {
                throw Malformed("signer: another digest algorithm than \(digest)")
            }
            let attributes = try fields.nextContext(0)
            guard try fields.algorithm(mayHaveNull: false) == signatureAlgorithm else {
                throw Malformed("signer: another signature algorithm than \(signatureAlgorithm)")
            }
            let signature = try fields.octets()
            // Attributes that nobody signed say nothing.
            _ = try fields.nextContext(1)
            try fields.finish()
            signers.append(
                ReceiptContainer.Signer(
                    issuer: issuer, serialNumber: serialNumber, signedAttributes: attributes?.contents,
                    signature: signature))
        }
        return signers
    }
}
