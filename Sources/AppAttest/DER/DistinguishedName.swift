enum DistinguishedName {
    /// The first common name (2.5.4.3) in a `Name`.
    static func commonName(_ name: DERElement) throws(Malformed) -> String? {
        var sets = DERReader(name.contents, "name")
        var found: String?
        while !sets.isAtEnd {
            var attributes = DERReader(try sets.next(.set).contents, "name")
            while !attributes.isAtEnd {
                var fields = try attributes.sequence("name attribute")
                let type = try fields.next(.objectIdentifier).objectIdentifier()
                let value = try fields.next()
                try fields.finish()
                if type == "2.5.4.3", found == nil,
                    value.isUniversal(.utf8String) || value.isUniversal(.printableString)
                {
                    found = String(validating: value.contents, as: UTF8.self)
                }
            }
        }
        return found
    }
}
