/// Apple's private extensions in the leaf of an attestation.
package enum AppleExtensions {
    /// The nonce in extension .8.2: SEQUENCE { [1] EXPLICIT OCTET STRING (32 bytes) } and nothing else.
    package static func nonce(_ value: [UInt8]) throws(Malformed) -> [UInt8] {
        var outer = DERReader(value, "nonce extension")
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
        var outer = DERReader(value, "claims extension")
        var fields = try outer.sequence("claims extension")
        try outer.finish()
        var claims: [UInt32: [UInt8]] = [:]
        claims.reserveCapacity(12)
        while !fields.isAtEnd {
            let tagged = try fields.next()
            guard tagged.tagClass == .contextSpecific, tagged.isConstructed else {
                throw Malformed("claims extension: an element without a tag of its own")
            }
            var inner = DERReader(inside: tagged, "claim")
            let claim = try inner.next()
            guard claim.isUniversal(.octetString) else { continue }
            try inner.finish()
            guard claims.updateValue(claim.contents, forKey: tagged.tagNumber) == nil else {
                throw Malformed("claims extension: tag \(tagged.tagNumber) occurs twice")
            }
        }
        return claims
    }

    /// Tag of the App ID in .8.5.
    static let appIDTag: UInt32 = 1204
    /// Tags of the operating system's version in .8.7: the one that every device sends, and the one since iOS 17.
    static let osVersionTags: [UInt32] = [1400, 1405]
    /// Tag of the operating system's build in .8.7, since iOS 17.
    static let osBuildTag: UInt32 = 1403
}
