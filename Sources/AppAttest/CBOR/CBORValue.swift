/// A data item of CBOR (RFC 8949).
package enum CBORValue: Equatable, Sendable {
    case unsigned(UInt64)
    /// Major type 1: the value is −1 − n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(CBORText)
    case array([CBORValue])
    case map(CBOREntries)
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
package struct CBORText: Equatable, Sendable {
    /// Where it was read, not a copy.
    private let utf8: ArraySlice<UInt8>

    package init(_ string: String) { utf8 = Array(string.utf8)[...] }

    /// - Returns: nil unless the bytes are UTF-8.
    init?(validating bytes: ArraySlice<UInt8>) {
        guard bytes.allSatisfy({ $0 < 0x80 }) || String(validating: bytes, as: UTF8.self) != nil else { return nil }
        utf8 = bytes
    }

    package var string: String { String(decoding: utf8, as: UTF8.self) }

    func isSame(as string: String) -> Bool {
        guard string.utf8.count == utf8.count else { return false }
        let other = string.utf8Span.span
        for (place, byte) in utf8.enumerated() where other[place] != byte { return false }
        return true
    }
}

/// The entries of a map, as they came; no two have the same key. Maps here have two to five entries, among which looking
/// is quicker than hashing.
package struct CBOREntries: Equatable, Sendable, Sequence, ExpressibleByDictionaryLiteral {
    private var list: [(key: CBORValue, value: CBORValue)] = []

    init() {}

    /// - Parameter count: how many entries will come.
    init(expecting count: Int) { list.reserveCapacity(count) }

    /// - Parameter elements: of which no two have the same key.
    package init(dictionaryLiteral elements: (CBORValue, CBORValue)...) {
        list = elements.map { (key: $0.0, value: $0.1) }
    }

    package var count: Int { list.count }

    package func makeIterator() -> some IteratorProtocol<(key: CBORValue, value: CBORValue)> { list.makeIterator() }

    package subscript(_ key: CBORValue) -> CBORValue? { list.first { $0.key == key }?.value }

    /// The value under a text.
    subscript(text name: String) -> CBORValue? {
        list.first { entry in
            if case .text(let text) = entry.key { text.isSame(as: name) } else { false }
        }?.value
    }

    /// - Returns: false, and nothing is added, if there is such a key already.
    mutating func add(_ key: CBORValue, _ value: CBORValue) -> Bool {
        guard self[key] == nil else { return false }
        list.append((key, value))
        return true
    }

    /// In whatever order.
    package static func == (left: Self, right: Self) -> Bool {
        left.count == right.count && left.list.allSatisfy { right[$0.key] == $0.value }
    }
}
