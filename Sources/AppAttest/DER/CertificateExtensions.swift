extension Certificate {
    package struct Extension: Sendable {
        let identifier: OID
        package let isCritical: Bool
        /// The OCTET STRING whose contents are the value.
        let octetString: DERElement

        package var value: [UInt8] { octetString.contents }
    }

    /// The extensions of a certificate (RFC 5280 section 4.2); none occurs twice.
    package struct Extensions: Sendable {
        /// In the order of the certificate.
        package let all: [Extension]

        /// - Parameter wrapper: the element tagged [3] of `tbsCertificate`.
        init(_ wrapper: DERElement) throws(Malformed) {
            var outer = DERReader(inside: wrapper, "extensions")
            var elements = try outer.sequence("extensions")
            try outer.finish()
            var list: [Extension] = []
            list.reserveCapacity(12)
            while !elements.isAtEnd {
                var fields = try elements.sequence("extension")
                let identifier = try fields.next(.objectIdentifier).objectIdentifier()
                let critical = try fields.nextIfPresent(.boolean)?.boolean()
                guard critical != false else {
                    throw Malformed("extension \(identifier): a default value is encoded")
                }
                let value = try fields.next(.octetString)
                try fields.finish()
                list.append(Extension(identifier: identifier, isCritical: critical ?? false, octetString: value))
            }
            if let twice = Self.repeated(list) { throw Malformed("extension \(twice) occurs twice") }
            all = list
        }

        package subscript(_ identifier: OID) -> Extension? {
            for place in all.indices where all[place].identifier == identifier { return all[place] }
            return nil
        }

        /// Real certificates have 4 to 10 extensions, for which looking through them is quickest. What is longer may be
        /// somebody's who wants it to take long.
        private static func repeated(_ list: [Extension]) -> OID? {
            guard list.count <= 16 else {
                var seen = Set<OID>()
                return list.first { !seen.insert($0.identifier).inserted }?.identifier
            }
            for place in list.indices {
                for earlier in 0..<place where list[earlier].identifier == list[place].identifier {
                    return list[place].identifier
                }
            }
            return nil
        }

        /// Those that are critical and not among `known`.
        func unknownCritical(besides known: [OID]) -> [OID] {
            var unknown: [OID] = []
            for place in all.indices where all[place].isCritical && !known.contains(all[place].identifier) {
                unknown.append(all[place].identifier)
            }
            return unknown
        }
    }

    /// The extensions that path validation looks at (RFC 5280 section 4.2.1).
    enum ExtensionID {
        static let subjectKeyIdentifier = OID(2, 5, 29, 14)
        static let keyUsage = OID(2, 5, 29, 15)
        static let basicConstraints = OID(2, 5, 29, 19)
        static let nameConstraints = OID(2, 5, 29, 30)
        static let authorityKeyIdentifier = OID(2, 5, 29, 35)
        static let extendedKeyUsage = OID(2, 5, 29, 37)
        /// Apple's: what the nonce was, claims about the app, the key's access control, claims about the device.
        static let nonce = OID(1, 2, 840, 113635, 100, 8, 2)
        static let applicationClaims = OID(1, 2, 840, 113635, 100, 8, 5)
        static let keyAccessControl = OID(1, 2, 840, 113635, 100, 8, 6)
        static let deviceClaims = OID(1, 2, 840, 113635, 100, 8, 7)
        /// Apple's marks on the signer of receipts, and on the authority that issued it.
        static let receiptSigner = OID(1, 2, 840, 113635, 100, 12, 15)
        static let receiptSignerAuthority = OID(1, 2, 840, 113635, 100, 6, 2, 3)
    }

    package struct BasicConstraints: Equatable {
        let isAuthority: Bool
        let pathLength: UInt64?
    }

    /// Nil when the extension is absent.
    package func basicConstraints() throws(Malformed) -> BasicConstraints? {
        guard let found = extensions[ExtensionID.basicConstraints] else { return nil }
        var outer = DERReader(inside: found.octetString, "basicConstraints")
        var fields = try outer.sequence("basicConstraints")
        try outer.finish()
        let isAuthority = try fields.nextIfPresent(.boolean)?.boolean() ?? false
        let pathLength = try fields.nextIfPresent(.integer)?.smallInteger()
        try fields.finish()
        return BasicConstraints(isAuthority: isAuthority, pathLength: pathLength)
    }

    /// Whether the key may sign certificates. False when the extension is absent: authorities must have it.
    package func maySignCertificates() throws(Malformed) -> Bool { try keyUsage().contains(5) }

    /// Whether the key may sign what is no certificate. False when the extension is absent.
    package func maySignData() throws(Malformed) -> Bool { try keyUsage().contains(0) }

    /// The bits that are set (RFC 5280 section 4.2.1.3); none when the extension is absent.
    private func keyUsage() throws(Malformed) -> Set<Int> {
        guard let found = extensions[ExtensionID.keyUsage] else { return [] }
        var outer = DERReader(inside: found.octetString, "keyUsage")
        let bits = try outer.next(.bitString).namedBits()
        try outer.finish()
        return bits
    }

    package func subjectKeyIdentifier() throws(Malformed) -> [UInt8]? {
        guard let found = extensions[ExtensionID.subjectKeyIdentifier] else { return nil }
        var outer = DERReader(inside: found.octetString, "subjectKeyIdentifier")
        let identifier = try outer.next(.octetString).contents
        try outer.finish()
        return identifier
    }

    /// The key identifier of the issuer. Issuer and serial number in this extension are not in use at Apple; a
    /// certificate that has them is refused rather than half understood.
    package func authorityKeyIdentifier() throws(Malformed) -> [UInt8]? {
        guard let found = extensions[ExtensionID.authorityKeyIdentifier] else { return nil }
        var outer = DERReader(inside: found.octetString, "authorityKeyIdentifier")
        var fields = try outer.sequence("authorityKeyIdentifier")
        try outer.finish()
        let identifier = try fields.nextContext(0, constructed: false)?.contents
        try fields.finish()
        return identifier
    }
}
