private import Encodings

/// A CBOR item (RFC 8949) to be written with definite lengths, its map entries in the order given.
///
/// Maps are lists of pairs, so that a damaged object may name a key twice.
indirect enum CBOR: Sendable {
    typealias Entry = (key: CBOR, value: CBOR)

    case unsigned(UInt64)
    /// The number −1 − n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map([Entry])

    /// A whole number of either sign.
    static func integer(_ value: Int64) -> CBOR {
        value < 0 ? .negative(UInt64(-1 - value)) : .unsigned(UInt64(value))
    }

    var encoded: [UInt8] {
        switch self {
        case .unsigned(let value): Self.head(0, value)
        case .negative(let value): Self.head(1, value)
        case .bytes(let bytes): Self.head(2, UInt64(bytes.count)) + bytes
        case .text(let text): Self.head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let items): Self.head(4, UInt64(items.count)) + items.flatMap(\.encoded)
        case .map(let entries):
            Self.head(5, UInt64(entries.count)) + entries.flatMap { $0.key.encoded + $0.value.encoded }
        }
    }

    /// The major type and its argument, in the shortest form.
    private static func head(_ major: UInt8, _ argument: UInt64) -> [UInt8] {
        let type = major << 5
        let digits = argument.bigEndianBytes
        return switch argument {
        case 0..<24: [type | UInt8(argument)]
        case 24..<0x100: [type | 24] + digits.suffix(1)
        case 0x100..<0x1_0000: [type | 25] + digits.suffix(2)
        case 0x1_0000..<0x1_0000_0000: [type | 26] + digits.suffix(4)
        default: [type | 27] + digits
        }
    }
}
