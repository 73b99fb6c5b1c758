/// An object identifier (X.660), held as the contents of its DER encoding: comparing that is all that is done with most.
package struct OID: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes, and the next eight: numbers, because they are compared often and most are no longer.
    private let first: UInt64
    private let second: UInt64
    private let count: Int
    /// What is beyond sixteen.
    private let rest: [UInt8]?

    /// - Parameter arcs: two or more, the first 0 to 2 and the second below 40.
    init(_ arcs: UInt64...) {
        self.init(unchecked: ([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)).flatMap(Self.digits)[...])
    }

    /// - Parameter octets: the contents of an OBJECT IDENTIFIER (X.690 section 8.19): arcs of at most 63 bits, none padded.
    init(octets: ArraySlice<UInt8>) throws(Malformed) {
        guard let last = octets.last, last & 0x80 == 0 else { throw Malformed("not an OBJECT IDENTIFIER") }
        var value: UInt64 = 0
        var isFirstByte = true
        for byte in octets {
            guard !(isFirstByte && byte == 0x80), value >> 56 == 0 else {
                throw Malformed("OBJECT IDENTIFIER with a padded or oversized arc")
            }
            isFirstByte = byte & 0x80 == 0
            value = isFirstByte ? 0 : value << 7 | UInt64(byte & 0x7F)
        }
        self.init(unchecked: octets)
    }

    private init(unchecked octets: ArraySlice<UInt8>) {
        var numbers: (UInt64, UInt64) = (0, 0)
        for byte in octets.prefix(8) { numbers.0 = numbers.0 << 8 | UInt64(byte) }
        for byte in octets.dropFirst(8).prefix(8) { numbers.1 = numbers.1 << 8 | UInt64(byte) }
        (first, second) = numbers
        count = octets.count
        rest = count > 16 ? Array(octets.dropFirst(16)) : nil
    }

    private var octets: [UInt8] {
        func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64(count - 1 - $0))) }
        }
        return bytes(first, min(count, 8)) + bytes(second, min(max(count - 8, 0), 8)) + (rest ?? [])
    }

    /// Numbers with dots between them.
    package var description: String {
        var arcs: [UInt64] = []
        var value: UInt64 = 0
        for byte in octets {
            value = value << 7 | UInt64(byte & 0x7F)
            if byte & 0x80 == 0 {
                arcs.append(value)
                value = 0
            }
        }
        let root = min(arcs[0] / 40, 2)
        return ([root, arcs[0] - root * 40] + arcs.dropFirst()).map(String.init).joined(separator: ".")
    }

    /// Seven bits a byte, the highest first, a set bit before each but the last.
    private static func digits(of arc: UInt64) -> [UInt8] {
        var digits = [UInt8(arc & 0x7F)]
        var rest = arc >> 7
        while rest > 0 {
            digits.insert(0x80 | UInt8(rest & 0x7F), at: 0)
            rest >>= 7
        }
        return digits
    }
}
