/// The signed attributes of a `SignerInfo` (RFC 5652 section 5.3): SET OF SEQUENCE { type, SET OF value }, in DER.
struct SignedAttributes {
    /// What a signature over attributes is over (RFC 5652 section 5.4): the SET under its own tag, definite length.
    let signedBytes: [UInt8]
    /// The one value of `contentType`; nil when there is no such attribute.
    let contentType: OID?
    /// The one value of `messageDigest`; nil when there is no such attribute.
    let messageDigest: [UInt8]?

    private static let contentTypeID = OID(1, 2, 840, 113549, 1, 9, 3)
    private static let messageDigestID = OID(1, 2, 840, 113549, 1, 9, 4)

    /// - Parameter contents: of the SET, however long its length was written. The order of attributes is kept: signers
    ///   that do not sort them sign what they send.
    init(_ contents: [UInt8]) throws(Malformed) {
        var attributes = DERReader(contents, "signed attributes")
        var values: [OID: [UInt8]] = [:]
        while !attributes.isAtEnd {
            var fields = try attributes.sequence("signed attribute")
            let type = try fields.next(.objectIdentifier).objectIdentifier()
            let value = try fields.next(.set).contents
            try fields.finish()
            guard values.updateValue(value, forKey: type) == nil else {
                throw Malformed("signed attribute \(type) occurs twice")
            }
        }
        contentType = try values[Self.contentTypeID].map { value throws(Malformed) in
            try Self.only(.objectIdentifier, value).objectIdentifier()
        }
        messageDigest = try values[Self.messageDigestID].map { value throws(Malformed) in
            try Self.only(.octetString, value).contents
        }
        signedBytes = [0x31] + Self.length(contents.count) + contents
    }

    private static func only(_ tag: DERTag, _ value: [UInt8]) throws(Malformed) -> DERElement {
        var set = DERReader(value, "signed attribute")
        let element = try set.next(tag)
        try set.finish()
        return element
    }

    private static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        let digits = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }.drop { $0 == 0 }
        return [0x80 | UInt8(digits.count)] + digits
    }
}
