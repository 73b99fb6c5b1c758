import AppAttest

enum CBORInput {
    static func check(_ input: [UInt8]) throws(BrokenPromise) {
        let value = try? CBORDecoder.decode(input)
        try promise(value == (try? CBORDecoder.decode(input)), "the same bytes were decoded to two values")
        try checkObjects(input, isCBOR: value != nil)
        guard let value else { return }
        let limits = CBORDecoder.Limits.standard
        try promise(value.depth <= limits.depth, "an item nested \(value.depth) deep was accepted")
        try promise(value.count <= limits.items, "\(value.count) items were accepted")
        // An item ends where it ends: more is left over, less is truncated.
        try promise((try? CBORDecoder.decode(input + [0])) == nil, "a byte after the item was accepted")
        try promise((try? CBORDecoder.decode(input.dropLast())) == nil, "the item was accepted without its last byte")
        try promise((try? CBORDecoder.decode(value.encoded)) == value, "the item changed by being written and read")
    }

    private static func checkObjects(_ input: [UInt8], isCBOR: Bool) throws(BrokenPromise) {
        if let object = try? AttestationObject(input) {
            try promise(isCBOR, "an attestation object was accepted that is not CBOR")
            let parts = object.certificates.reduce(object.receipt.count + object.authenticatorData.count) {
                $0 + $1.count
            }
            try promise(parts < input.count, "the parts of an attestation object are longer than the whole")
        }
        if let object = try? AssertionObject(input) {
            try promise(isCBOR, "an assertion object was accepted that is not CBOR")
            let parts = object.signature.count + object.authenticatorData.count
            try promise(parts < input.count, "the parts of an assertion object are longer than the whole")
        }
    }
}

extension CBORValue {
    private var children: [CBORValue] {
        switch self {
        case .array(let items): items
        case .map(let entries): entries.flatMap { [$0.key, $0.value] }
        case .tagged(_, let item): [item]
        case .unsigned, .negative, .bytes, .text, .simple, .float: []
        }
    }

    /// Items in all, this one included.
    fileprivate var count: Int { children.reduce(1) { $0 + $1.count } }

    /// 0 for an item that holds no others.
    fileprivate var depth: Int { children.map { $0.depth + 1 }.max() ?? 0 }

    /// The item written with every head in its longest form, which decoders must read all the same.
    fileprivate var encoded: [UInt8] {
        switch self {
        case .unsigned(let number): Self.head(0, number)
        case .negative(let number): Self.head(1, number)
        case .bytes(let bytes): Self.head(2, UInt64(bytes.count)) + bytes
        case .text(let text): Self.head(3, UInt64(text.string.utf8.count)) + text.string.utf8
        case .array(let items): Self.head(4, UInt64(items.count)) + items.flatMap(\.encoded)
        case .map(let entries):
            Self.head(5, UInt64(entries.count)) + entries.flatMap { $0.key.encoded + $0.value.encoded }
        case .tagged(let tag, let item): Self.head(6, tag) + item.encoded
        case .simple(let number): number < 32 ? [0xE0 | number] : [0xF8, number]
        case .float(let bits, let byteCount):
            [0xF9 + UInt8(byteCount.trailingZeroBitCount - 1)] + Self.bigEndian(bits).suffix(byteCount)
        }
    }

    private static func head(_ majorType: UInt8, _ argument: UInt64) -> [UInt8] {
        [majorType << 5 | 27] + bigEndian(argument)
    }

    private static func bigEndian(_ number: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
    }
}
