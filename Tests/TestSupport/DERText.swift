/// An element of DER (X.690) with a length in its shortest form.
package func der(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    let contents = Array(parts.joined())
    let digits = (0..<8).reversed().map { UInt8(truncatingIfNeeded: contents.count >> ($0 * 8)) }.drop { $0 == 0 }
    let length = contents.count < 0x80 ? [UInt8(contents.count)] : [0x80 | UInt8(digits.count)] + digits
    return [tag] + length + contents
}

/// `SubjectPublicKeyInfo` of an RSA key of any size.
/// - Parameter algorithm: contents of the algorithm identifier; `rsaEncryption` with NULL unless told otherwise.
package func rsaPublicKeyInfo(
    modulus: [UInt8], exponent: [UInt8] = [1, 0, 1], algorithm: [UInt8] = bytes("06092a864886f70d010101 0500")
) -> [UInt8] {
    let key = der(0x30, der(0x02, [0] + modulus), der(0x02, exponent))
    return der(0x30, der(0x30, algorithm), der(0x03, [0] + key))
}

/// `SubjectPublicKeyInfo` of a point on P-256: 65 bytes, 04 ‖ X ‖ Y.
package func p256PublicKeyInfo(x963 point: [UInt8]) -> [UInt8] {
    der(0x30, der(0x30, bytes("06072a8648ce3d0201 06082a8648ce3d030107")), der(0x03, [0] + point))
}

/// An X.509 certificate of a key that nobody signed and that ended in 2001 (RFC 5280 section 4.1).
package func unsignedCertificate(of subjectPublicKeyInfo: [UInt8]) -> [UInt8] {
    let algorithm = der(0x30, bytes("06092a864886f70d01010b 0500"))
    let name = der(0x30, der(0x31, der(0x30, bytes("0603550403"), der(0x0C, Array("backend".utf8)))))
    let validity = der(0x30, der(0x17, Array("000101000000Z".utf8)), der(0x17, Array("010101000000Z".utf8)))
    let contents = der(
        0x30, der(0xA0, der(0x02, [2])), der(0x02, [1]), algorithm, name, validity, name, subjectPublicKeyInfo)
    return der(0x30, contents, algorithm, der(0x03, [0] + [UInt8](repeating: 1, count: 256)))
}
