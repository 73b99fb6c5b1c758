/// `SubjectPublicKeyInfo` (RFC 5280 section 4.1.2.7, RFC 5480).
package struct SubjectPublicKey: Sendable {
    package enum Curve: Sendable { case p256, p384 }

    private static let ellipticCurve = OID(1, 2, 840, 10045, 2, 1)
    private static let p256 = OID(1, 2, 840, 10045, 3, 1, 7)
    private static let p384 = OID(1, 3, 132, 0, 34)

    /// Nil for other algorithms and curves.
    package let curve: Curve?
    /// Contents of the key's bit string: for an elliptic curve key the X9.63 point.
    package let bytes: [UInt8]

    /// - Parameter element: the whole SEQUENCE.
    init(_ element: DERElement) throws(Malformed) {
        var fields = DERReader(inside: element, "subjectPublicKeyInfo")
        var algorithm = try fields.sequence("public key algorithm")
        bytes = try fields.next(.bitString).octetAlignedBits()
        try fields.finish()
        let identifier = try algorithm.next(.objectIdentifier).objectIdentifier()
        guard identifier == Self.ellipticCurve else {
            curve = nil
            return
        }
        let named = try algorithm.next(.objectIdentifier).objectIdentifier()
        curve = named == Self.p256 ? .p256 : named == Self.p384 ? .p384 : nil
        try algorithm.finish()
    }
}
