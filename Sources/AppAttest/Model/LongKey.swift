private import Cryptography

extension [UInt8] {
    /// Whether both are the same bytes: `==`, but many bytes at once, which certificates and the like are worth.
    func isSame(as other: [UInt8]) -> Bool { ConstantTime.equal(self, other) }
}

extension Hasher {
    /// Takes the length and the last 8 bytes of what ends in a digest or a signature, which no two have in common by
    /// chance. To hash all of a certificate takes longer than reading it; whether two are the same, their whole bytes say.
    ///
    /// For keys of what nobody can fill: somebody who makes many with the same end makes the search long.
    mutating func combine(endOf bytes: [UInt8]) {
        combine(bytes.count)
        combine(bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
