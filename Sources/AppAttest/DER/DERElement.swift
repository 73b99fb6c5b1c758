/// One element of a DER encoding (X.690): identifier, definite length, contents. It keeps the array that it was read from
/// and copies nothing before it is asked.
package struct DERElement: Equatable, Sendable {
    package enum TagClass: UInt8, Sendable { case universal, application, contextSpecific, `private` }

    /// The first octet: class, form, and the number of a tag below 31.
    private let identifier: UInt8
    package let tagNumber: UInt32
    private let source: [UInt8]
    private let encodingPlaces: Range<Int>
    private let contentsPlaces: Range<Int>

    /// - Parameters:
    ///   - identifier: the first octet of the encoding.
    ///   - source: what the element was read from.
    ///   - encoding: its places there.
    ///   - contents: the places of its contents.
    @inline(__always) init(
        _ identifier: UInt8, tagNumber: UInt32, in source: [UInt8], encoding: Range<Int>, contents: Range<Int>
    ) {
        (self.identifier, self.tagNumber) = (identifier, tagNumber)
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

    package var tagClass: TagClass {
        switch identifier >> 6 {
        case 0: .universal
        case 1: .application
        case 2: .contextSpecific
        case _: .private
        }
    }

    package var isConstructed: Bool { identifier & 0x20 != 0 }

    package func isUniversal(_ tag: DERTag) -> Bool {
        // The number is all in the first octet, for no tag here has one above 30.
        identifier == tag.identifier
    }

    /// Whether it is NULL, in DER.
    var isNull: Bool { identifier == 5 && encodingPlaces.count == 2 }

    package func isContext(_ number: UInt32, constructed: Bool) -> Bool {
        tagClass == .contextSpecific && tagNumber == number && isConstructed == constructed
    }

    /// Two elements are equal when their encodings are.
    package static func == (left: Self, right: Self) -> Bool {
        left.encodingPlaces.count == right.encodingPlaces.count
            && left.source[left.encodingPlaces] == right.source[right.encodingPlaces]
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

    /// The first octet of an element of this type.
    var identifier: UInt8 { UInt8(rawValue) | (isConstructed ? 0x20 : 0) }

    var isConstructed: Bool {
        switch self {
        case .sequence, .set: true
        case .boolean, .integer, .bitString, .octetString, .objectIdentifier, .utf8String, .printableString, .ia5String,
            .utcTime, .generalizedTime:
            false
        }
    }
}
