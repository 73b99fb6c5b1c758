extension Certificate {
    /// The extensions that path validation looks at (RFC 5280 section 4.2.1).
    enum ExtensionID {
        static let subjectKeyIdentifier = "2.5.29.14"
        static let keyUsage = "2.5.29.15"
        static let basicConstraints = "2.5.29.19"
        static let nameConstraints = "2.5.29.30"
        static let authorityKeyIdentifier = "2.5.29.35"
        static let extendedKeyUsage = "2.5.29.37"
        /// Apple's: what the nonce was, claims about the app, the key's access control, claims about the device.
        static let nonce = "1.2.840.113635.100.8.2"
        static let applicationClaims = "1.2.840.113635.100.8.5"
        static let keyAccessControl = "1.2.840.113635.100.8.6"
        static let deviceClaims = "1.2.840.113635.100.8.7"
        /// Apple's marks on the signer of receipts, and on the authority that issued it.
        static let receiptSigner = "1.2.840.113635.100.12.15"
        static let receiptSignerAuthority = "1.2.840.113635.100.6.2.3"
    }

    package struct BasicConstraints: Equatable {
        let isAuthority: Bool
        let pathLength: UInt64?
    }

    /// Nil when the extension is absent.
    package func basicConstraints() throws(Malformed) -> BasicConstraints? {
        guard let found = extensions[ExtensionID.basicConstraints] else { return nil }
        var outer = DERReader(found.value, "basicConstraints")
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
        var outer = DERReader(found.value, "keyUsage")
        let bits = try outer.next(.bitString).namedBits()
        try outer.finish()
        return bits
    }

    package func subjectKeyIdentifier() throws(Malformed) -> [UInt8]? {
        guard let found = extensions[ExtensionID.subjectKeyIdentifier] else { return nil }
        var outer = DERReader(found.value, "subjectKeyIdentifier")
        let identifier = try outer.next(.octetString).contents
        try outer.finish()
        return identifier
    }

    /// The key identifier of the issuer. Issuer and serial number in this extension are not in use at Apple; a
    /// certificate that has them is refused rather than half understood.
    package func authorityKeyIdentifier() throws(Malformed) -> [UInt8]? {
        guard let found = extensions[ExtensionID.authorityKeyIdentifier] else { return nil }
        var outer = DERReader(found.value, "authorityKeyIdentifier")
        var fields = try outer.sequence("authorityKeyIdentifier")
        try outer.finish()
        let identifier = try fields.nextContext(0, constructed: false)?.contents
        try fields.finish()
        return identifier
    }

    /// Object identifiers of critical extensions other than those in `known`.
    func unknownCriticalExtensions(besides known: Set<String>) -> [String] {
        extensions.filter { $0.value.isCritical && !known.contains($0.key) }.keys.sorted()
    }
}
