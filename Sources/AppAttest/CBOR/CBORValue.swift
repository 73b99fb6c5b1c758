/// A data item of CBOR (RFC 8949).
package enum CBORValue: Hashable, Sendable {
    case unsigned(UInt64)
    /// Major type 1: the value is −1 − n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    case map([CBORValue: CBORValue])
    indirect case tagged(UInt64, CBORValue)
    /// false, true, null, undefined and the unassigned simple values, by their number.
    case simple(UInt8)
    /// The bits of a half, single or double: never compared as a number here.
    case float(bits: UInt64, byteCount: Int)

    static let `false` = CBORValue.simple(20)
    static let `true` = CBORValue.simple(21)

    /// What kind of item this is, for messages.
    var kind: String {
        switch self {
        case .unsigned, .negative: "an integer"
        case .bytes(let bytes): "a byte string of \(bytes.count) bytes"
        case .text: "a text string"
        case .array(let items): "an array of \(items.count)"
        case .map(let entries): "a map of \(entries.count)"
        case .tagged: "a tagged item"
        case .simple: "a simple value"
        case .float: "a floating-point number"
        }
    }
}
