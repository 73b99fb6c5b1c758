/// A data item of CBOR (RFC 8949).
package enum CBORValue: Hashable, Sendable {
    case unsigned(UInt64)
    /// Major type 1: the value is −1 − n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(CBORText)
    case array([CBORValue])
    case map([CBORValue: CBORValue])
    indirect case tagged(UInt64, CBORValue)
    /// false, true, null, undefined and the unassigned simple values, by their number.
    case simple(UInt8)
    /// The bits of a half, single or double: never compared as a number here.
    case float(bits: UInt64, byteCount: Int)

    package static let `false` = CBORValue.simple(20)
    package static let `true` = CBORValue.simple(21)

    /// What kind of item this is, for messages.
    package var kind: String {
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

/// A text string of CBOR. Two are equal when their bytes are (RFC 8949 section 5.6.1), which is narrower than the equality
/// of Swift's strings: that takes a composed letter and its parts for the same.
package struct CBORText: Hashable, Sendable {
    private let utf8: [UInt8]

    package init(_ string: String) { utf8 = Array(string.utf8) }

    package var string: String { String(decoding: utf8, as: UTF8.self) }
}
