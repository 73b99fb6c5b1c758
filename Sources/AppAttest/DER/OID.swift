/// An object identifier (X.660), held as the contents of its DER encoding: comparing that is all that is done with most.
package struct OID: Hashable, Sendable, CustomStringConvertible {
    /// Where they were read, not a copy.
    private let octets: ArraySlice<UInt8>

    /// - Parameter arcs: two or more, the first 0 to 2 and the second below 40.
    init(_ arcs: UInt64...) {
        octets = ([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)).flatMap(Self.digits)[...]
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
        self.octets = octets
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
