/// `SubjectPublicKeyInfo` (RFC 5280 section 4.1.2.7, RFC 5480).
package struct SubjectPublicKey: Sendable {
    package enum Curve: String, Sendable {
        case p256 = "1.2.840.10045.3.1.7"
        case p384 = "1.3.132.0.34"
    }

    /// Nil for other algorithms and curves.
    package let curve: Curve?
    /// Contents of the key's bit string: for an elliptic curve key the X9.63 point.
    package let bytes: [UInt8]

    /// - Parameter element: the whole SEQUENCE.
    init(_ element: DERElement) throws(Malformed) {
        var fields = DERReader(element.contents, "subjectPublicKeyInfo")
        var algorithm = try fields.sequence("public key algorithm")
        bytes = try fields.next(.bitString).octetAlignedBits()
        try fields.finish()
        let identifier = try algorithm.next(.objectIdentifier).objectIdentifier()
        guard identifier == "1.2.840.10045.2.1" else {
            curve = nil
            return
        }
        curve = Curve(rawValue: try algorithm.next(.objectIdentifier).objectIdentifier())
        try algorithm.finish()
    }
}
