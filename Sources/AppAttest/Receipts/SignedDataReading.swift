/// The parts of `SignedData` (RFC 5652 section 5), each read to its end.
extension BERReader {
    mutating func inside(context number: UInt8, _ what: StaticString) throws(Malformed) -> BERReader {
        guard let element = try nextContext(number) else { throw Malformed("\(what): no element tagged [\(number)]") }
        return try inside(element, what)
    }

    mutating func identifier(_ expected: OID) throws(Malformed) {
        let found = try next(.objectIdentifier).objectIdentifier()
        guard found == expected else { throw Malformed("expected type \(expected), found \(found)") }
    }

    mutating func version(_ expected: UInt64) throws(Malformed) {
        let found = try next(.integer).smallInteger()
        guard found == expected else { throw Malformed("expected version \(expected), found \(found)") }
    }

    /// An `AlgorithmIdentifier`; a digest's parameters are NULL or absent (RFC 5754 section 2), a signature's are absent.
    mutating func algorithm(mayHaveNull: Bool) throws(Malformed) -> OID {
        var fields = try inside(.sequence, "algorithm")
        let identifier = try fields.next(.objectIdentifier).objectIdentifier()
        if mayHaveNull, !fields.isAtEnd, try !fields.next().isNull {
            throw Malformed("algorithm \(identifier) with parameters")
        }
        try fields.finish()
        return identifier
    }

    mutating func digestAlgorithms(including digest: OID) throws(Malformed) {
        var set = try inside(.set, "digest algorithms")
        var found: [OID] = []
        while !set.isAtEnd { found.append(try set.algorithm(mayHaveNull: true)) }
        guard found.contains(digest) else { throw Malformed("digest algorithms without \(digest)") }
    }

    mutating func content(_ type: OID) throws(Malformed) -> [UInt8] {
        var fields = try inside(.sequence, "encapsulated content")
        try fields.identifier(type)
        var tagged = try fields.inside(context: 0, "encapsulated content")
        try fields.finish()
        let octets = try tagged.octets()
        try tagged.finish()
        return octets
    }

    mutating func certificates() throws(Malformed) -> [[UInt8]] {
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

    mutating func signers(
        _ digest: OID, _ signatureAlgorithm: OID
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
