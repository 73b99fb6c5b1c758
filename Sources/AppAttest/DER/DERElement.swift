/// One element of a DER encoding (X.690): identifier, definite length, contents. It keeps the array that it was read from
/// and copies nothing before it is asked.
package struct DERElement: Equatable, Sendable {
    package enum TagClass: UInt8, Sendable { case universal, application, contextSpecific, `private` }

    package let tagClass: TagClass
    package let isConstructed: Bool
    package let tagNumber: UInt32
    private let source: [UInt8]
    private let encodingPlaces: Range<Int>
    private let contentsPlaces: Range<Int>

    /// - Parameters:
    ///   - source: what the element was read from.
    ///   - encoding: its places there.
    ///   - contents: the places of its contents.
    init(
        _ tagClass: TagClass, isConstructed: Bool, tagNumber: UInt32, in source: [UInt8], encoding: Range<Int>,
        contents: Range<Int>
    ) {
        (self.tagClass, self.isConstructed, self.tagNumber) = (tagClass, isConstructed, tagNumber)
        (self.source, encodingPlaces, contentsPlaces) = (source, encoding, contents)
    }

    /// A copy of the contents.
    package var contents: [UInt8] { Array(octets) }
    /// A copy of identifier and length octets together with the contents.
    package var encoding: [UInt8] { Array(source[encodingPlaces]) }
    /// The contents where they are.
    var octets: ArraySlice<UInt8> { source[contentsPlaces] }
    /// A reader of the contents.
    var reader: ByteReader { ByteReader(source, contentsPlaces) }

    package func isUniversal(_ tag: DERTag) -> Bool {
        tagClass == .universal && tagNumber == tag.rawValue && isConstructed == tag.isConstructed
    }

    package func isContext(_ number: UInt32, constructed: Bool) -> Bool {
        tagClass == .contextSpecific && tagNumber == number && isConstructed == constructed
    }

    /// Two elements are equal when their encodings are.
    package static func == (left: Self, right: Self) -> Bool {
        left.source[left.encodingPlaces] == right.source[right.encodingPlaces]
    }
}

/// The universal types that certificates and their extensions are made of.
package enum DERTag: UInt32 {
    case boolean = 1
    case integer = 2
    case bitString = 3
    case octetString = 4
    case objectIdentifier = 6
    case utf8String = 12
    case sequence = 16
    case set = 17
    case printableString = 19
    case ia5String = 22
    case utcTime = 23
    case generalizedTime = 24

    var isConstructed: Bool {
        switch self {
        case .sequence, .set: true
        case .boolean, .integer, .bitString, .octetString, .objectIdentifier, .utf8String, .printableString, .ia5String,
            .utcTime, .generalizedTime:
            false
        }
    }
}
