/// An X.509 version 3 certificate, read strictly (RFC 5280 section 4.1). Reading it proves nothing about it.
package struct Certificate: Sendable {
    /// The signature algorithms that App Attest chains use.
    package enum SignatureAlgorithm: Sendable, CaseIterable {
        case ecdsaWithSHA256, ecdsaWithSHA384

        private static let sha256 = OID(1, 2, 840, 10045, 4, 3, 2)
        private static let sha384 = OID(1, 2, 840, 10045, 4, 3, 3)

        package init?(_ identifier: OID) {
            if identifier == Self.sha256 {
                self = .ecdsaWithSHA256
            } else if identifier == Self.sha384 {
                self = .ecdsaWithSHA384
            } else {
                return nil
            }
        }
    }

    /// Contents of the serial number's INTEGER, as they are: compared byte for byte.
    package let serialNumber: [UInt8]
    /// What the signature covers: the encoding of `tbsCertificate`.
    package let signedBytes: [UInt8]
    /// Object identifier of the signature algorithm, the same inside and outside.
    package let signatureAlgorithm: OID
    /// For ECDSA: DER `ECDSA-Sig-Value`.
    package let signature: [UInt8]
    /// Encodings of the names, compared byte for byte.
    package let issuer: [UInt8]
    package let subject: [UInt8]
    /// The first common name of the subject.
    package let commonName: String?
    /// Seconds since 1970, both inclusive.
    package let notBefore: Int64
    package let notAfter: Int64
    package let publicKey: SubjectPublicKey
    package let extensions: Extensions

    /// An INTEGER.
    private static let version3: [UInt8] = [0x02, 0x01, 0x02]

    package init(der: [UInt8]) throws(Malformed) {
        var outer = DERReader(der, "certificate")
        var certificate = try outer.sequence("certificate")
        try outer.finish()
        let signed = try certificate.next(.sequence)
        let algorithm = try certificate.next(.sequence)
        signature = try certificate.next(.bitString).octetAlignedBits()
        try certificate.finish()
        signedBytes = signed.encoding

        var fields = DERReader(inside: signed, "tbsCertificate")
        guard let version = try fields.nextContext(0, constructed: true), version.octets.elementsEqual(Self.version3)
        else {
            throw Malformed("certificate: not version 3")
        }
        serialNumber = try fields.next(.integer).integerBytes()
        guard try fields.next(.sequence) == algorithm else {
            throw Malformed("certificate: the signature algorithm inside differs from the one outside")
        }
        signatureAlgorithm = try Self.algorithmIdentifier(algorithm)
        let issuer = try fields.next(.sequence)
        self.issuer = issuer.encoding
        try DistinguishedName.commonName(issuer, isAskedFor: false)
        var validity = try fields.sequence("validity")
        notBefore = try validity.next().time()
        notAfter = try validity.next().time()
        try validity.finish()
        let subject = try fields.next(.sequence)
        self.subject = subject.encoding
        commonName = try DistinguishedName.commonName(subject)
        publicKey = try SubjectPublicKey(try fields.next(.sequence))
        guard let wrapper = try fields.nextContext(3, constructed: true) else {
            throw Malformed("certificate: no extensions")
        }
        try fields.finish()
        extensions = try Extensions(wrapper)
    }

    private static func algorithmIdentifier(_ element: DERElement) throws(Malformed) -> OID {
        var fields = DERReader(inside: element, "signatureAlgorithm")
        let identifier = try fields.next(.objectIdentifier).objectIdentifier()
        // ECDSA has no parameters (RFC 5758 section 3.2); what others have is of no use here.
        if SignatureAlgorithm(identifier) != nil { try fields.finish() }
        return identifier
    }
}
