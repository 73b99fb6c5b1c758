enum DistinguishedName {
    private static let commonName = OID(2, 5, 4, 3)

    /// Reads a `Name` to its end (RFC 5280 section 4.1.2.4).
    ///
    /// Values are of the types that certificates may be made with, and hold what their type says; a name that libcrypto
    /// cannot read is not read here either.
    /// - Returns: the first common name (2.5.4.3), if there is one.
    static func commonName(_ name: DERElement) throws(Malformed) -> String? {
        var sets = DERReader(inside: name, "name")
        var found: String?
        while !sets.isAtEnd {
            var attributes = DERReader(inside: try sets.next(.set), "name")
            repeat {
                var fields = try attributes.sequence("name attribute")
                let type = try fields.next(.objectIdentifier).objectIdentifier()
                let value = try text(try fields.next())
                try fields.finish()
                if type == commonName, found == nil { found = value }
            } while !attributes.isAtEnd
        }
        return found
    }

    private static func text(_ value: DERElement) throws(Malformed) -> String {
        let isASCII = value.isUniversal(.printableString) || value.isUniversal(.ia5String)
        guard isASCII || value.isUniversal(.utf8String), !isASCII || value.octets.allSatisfy({ $0 < 0x80 }),
            let text = String(validating: value.octets, as: UTF8.self)
        else { throw Malformed("name attribute: not text") }
        return text
    }
}
