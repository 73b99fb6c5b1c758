/// Apple's private extensions in the leaf of an attestation.
package enum AppleExtensions {
    /// The nonce in extension .8.2: SEQUENCE { [1] EXPLICIT OCTET STRING (32 bytes) } and nothing else.
    package static func nonce(_ value: [UInt8]) throws(Malformed) -> [UInt8] {
        try nonce(DERReader(value, "nonce extension"))
    }

    /// The same of an extension as it is.
    static func nonce(_ found: Certificate.Extension) throws(Malformed) -> [UInt8] {
        try nonce(DERReader(inside: found.octetString, "nonce extension"))
    }

    private static func nonce(_ reader: DERReader) throws(Malformed) -> [UInt8] {
        var outer = reader
        var fields = try outer.sequence("nonce extension")
        try outer.finish()
        guard let tagged = try fields.nextContext(1, constructed: true) else {
            throw Malformed("nonce extension: no element tagged [1]")
        }
        try fields.finish()
        var inner = DERReader(inside: tagged, "nonce extension")
        let nonce = try inner.next(.octetString).contents
        try inner.finish()
        guard nonce.count == 32 else { throw Malformed("nonce extension: \(nonce.count) bytes in place of 32") }
        return nonce
    }

    /// Extensions .8.5 and .8.7: SEQUENCE of [tag] EXPLICIT values; the values that are octet strings, by tag.
    package static func claims(_ value: [UInt8]) throws(Malformed) -> [UInt32: [UInt8]] {
        Dictionary(
            uniqueKeysWithValues: try Claims(DERReader(value, Claims.name)).list.map { ($0.tag, Array($0.value)) })
    }

    /// The same, where they are.
    struct Claims {
        /// In the order of the extension; no tag occurs twice.
        let list: [(tag: UInt32, value: ArraySlice<UInt8>)]

        fileprivate static let name: StaticString = "claims extension"

        init(_ found: Certificate.Extension) throws(Malformed) {
            try self.init(DERReader(inside: found.octetString, Self.name))
        }

        fileprivate init(_ reader: DERReader) throws(Malformed) {
            var outer = reader
            var fields = try outer.sequence(Self.name)
            try outer.finish()
            var list: [(tag: UInt32, value: ArraySlice<UInt8>)] = []
            list.reserveCapacity(16)
            var seen: Set<UInt32> = []
            while !fields.isAtEnd {
                let tagged = try fields.next()
                guard tagged.tagClass == .contextSpecific, tagged.isConstructed else {
                    throw Malformed("claims extension: an element without a tag of its own")
                }
                var inner = DERReader(inside: tagged, "claim")
                let claim = try inner.next()
                guard claim.isUniversal(.octetString) else { continue }
                try inner.finish()
                let tag = tagged.tagNumber
                // Real extensions have up to 13. What is longer may be somebody's who wants looking to take long.
                if list.count == 16 { seen = Set(list.map(\.tag)) }
                guard list.count < 16 ? !list.contains(where: { $0.tag == tag }) : seen.insert(tag).inserted else {
                    throw Malformed("claims extension: tag \(tag) occurs twice")
                }
                list.append((tag, claim.octets))
            }
            self.list = list
        }

        subscript(_ tag: UInt32) -> ArraySlice<UInt8>? {
            for claim in list where claim.tag == tag { return claim.value }
            return nil
        }
    }

    /// Tag of the App ID in .8.5.
    static let appIDTag: UInt32 = 1204
    /// Tags of the operating system's version in .8.7: the one that every device sends, and the one since iOS 17.
    static let osVersionTags: [UInt32] = [1400, 1405]
    /// Tag of the operating system's build in .8.7, since iOS 17.
    static let osBuildTag: UInt32 = 1403
}
