/// A COSE key (RFC 9053 section 7.1): EC2 on P-256 for ES256, with these five entries and no others.
package enum COSEKey {
    /// - Returns: the uncompressed X9.63 point: 65 bytes.
    package static func p256Point(_ value: CBORValue) throws(Finding) -> [UInt8] {
        guard case .map(let map) = value, map.count == 5,
            map[.unsigned(1)] == .unsigned(2),  // key type: EC2
            map[.unsigned(3)] == .negative(6),  // algorithm: ES256, −7
            map[.negative(0)] == .unsigned(1),  // curve, −1: P-256
            case .bytes(let x)? = map[.negative(1)], x.count == 32,
            case .bytes(let y)? = map[.negative(2)], y.count == 32
        else {
            throw Finding(
                .coseKeyMismatch, expected: "a P-256 key for ES256 with coordinates of 32 bytes", found: value.kind)
        }
        return [0x04] + x + y
    }
}
