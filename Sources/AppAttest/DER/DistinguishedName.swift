enum DistinguishedName {
    private static let commonName = OID(2, 5, 4, 3)

    /// Reads a `Name` to its end (RFC 5280 section 4.1.2.4).
    ///
    /// Values are of the types that certificates may be made with, and hold what their type says; a name that libcrypto
    /// cannot read is not read here either.
    /// - Returns: the first common name (2.5.4.3), if there is one and it is asked for.
    @discardableResult
    static func commonName(_ name: DERElement, isAskedFor: Bool = true) throws(Malformed) -> String? {
        var sets = DERReader(inside: name, "name")
        var found: String?
        while !sets.isAtEnd {
            var attributes = DERReader(inside: try sets.next(.set), "name")
            repeat {
                var fields = try attributes.sequence("name attribute")
                let type = try fields.next(.objectIdentifier).objectIdentifier()
                let value = try fields.next()
                let text = try text(value, isAskedFor: isAskedFor && found == nil && type == commonName)
                try fields.finish()
                if let text { found = text }
            } while !attributes.isAtEnd
        }
        return found
    }

    /// - Returns: nil unless it is asked for; that it is text is made sure of in any case.
    private static func text(_ value: DERElement, isAskedFor: Bool) throws(Malformed) -> String? {
        let octets = value.octets
        let mustBeASCII = value.isUniversal(.printableString) || value.isUniversal(.ia5String)
        guard mustBeASCII || value.isUniversal(.utf8String) else { throw Malformed("name attribute: not text") }
        if octets.allSatisfy({ $0 < 0x80 }) { return isAskedFor ? String(decoding: octets, as: UTF8.self) : nil }
        guard !mustBeASCII, let text = String(validating: octets, as: UTF8.self) else {
            throw Malformed("name attribute: not text")
        }
        return isAskedFor ? text : nil
    }
}
