private import Encodings

/// A name in a certificate: commonName, organizationalUnitName where there is one, organizationName,
/// stateOrProvinceName, each alone in its set and written as UTF8String, the order seen in Apple's certificates.
struct DistinguishedName: Sendable {
    private let attributes: [(arcs: [UInt64], text: String)]

    init(commonName: String, organizationalUnit: String? = nil) {
        var attributes: [(arcs: [UInt64], text: String)] = [([2, 5, 4, 3], commonName)]
        if let organizationalUnit { attributes.append(([2, 5, 4, 11], organizationalUnit)) }
        attributes += [([2, 5, 4, 10], "Assay Simulator"), ([2, 5, 4, 8], "Simulated")]
        self.attributes = attributes
    }

    /// Nobody shall take these for Apple's.
    static let root = DistinguishedName(commonName: "Simulated App Attestation Root CA")
    static let intermediate = DistinguishedName(commonName: "Simulated App Attestation CA 1")

    /// The subject of a leaf: the key id in lower-case hexadecimal.
    static func leaf(keyID: [UInt8]) -> DistinguishedName {
        DistinguishedName(commonName: Hexadecimal.encode(keyID), organizationalUnit: "AAA Certification")
    }

    var encoded: [UInt8] {
        DER.sequence(
            of: attributes.map { DER.set(DER.sequence(DER.objectIdentifier($0.arcs), DER.utf8String($0.text))) })
    }
}
