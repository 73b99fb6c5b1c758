internal import Cryptography
internal import FoundationEssentials

extension SimulatedAuthority {
    /// The authority as JSON: the certificates (DER) and private keys (PKCS #8) of root and intermediate, in base64. Those
    /// of receipts are made anew under the root.
    ///
    /// Whoever reads it can make devices that servers trusting this authority accept; keep it as private as a key.
    /// - Throws: `cryptography`.
    public func serialized() throws(SimulationError) -> [UInt8] {
        let keys = try simulating { () throws(CryptographyError) in
            (root: try root.key.privateKeyInfo(), intermediate: try intermediate.key.privateKeyInfo())
        }
        let stored = StoredAuthority(
            version: 1, rootCertificate: Data(root.certificate), rootKey: Data(keys.root),
            intermediateCertificate: Data(intermediate.certificate), intermediateKey: Data(keys.intermediate))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(stored))
        } catch {
            throw SimulationError(.malformedAuthority, "the authority cannot be written as JSON")
        }
    }

    /// Reads what ``serialized()`` wrote.
    /// - Throws: `malformedAuthority` when the bytes are something else, or when keys and certificates do not match.
    public init(serialized bytes: [UInt8]) throws(SimulationError) {
        guard let stored = try? JSONDecoder().decode(StoredAuthority.self, from: Data(bytes)), stored.version == 1
        else { throw SimulationError(.malformedAuthority, "no authority of format version 1") }
        let root = try Issuer(certificate: stored.rootCertificate, privateKeyInfo: stored.rootKey)
        let intermediate = try Issuer(
            certificate: stored.intermediateCertificate, privateKeyInfo: stored.intermediateKey)
        do {
            // Without a moment: an authority that has expired is still one.
            try CertificatePath.validate(intermediate.certificate, anchors: [root.certificate], at: nil)
        } catch {
            throw SimulationError(.malformedAuthority, "the intermediate was not issued by the root")
        }
        try self.init(root: root, intermediate: intermediate)
    }
}

private struct StoredAuthority: Codable {
    let version: Int
    let rootCertificate: Data
    let rootKey: Data
    let intermediateCertificate: Data
    let intermediateKey: Data
}

extension Issuer {
    fileprivate init(certificate: Data, privateKeyInfo: Data) throws(SimulationError) {
        guard let key = try? P384.PrivateKey(privateKeyInfo: Array(privateKeyInfo)),
            certificate.firstRange(of: Data(key.publicKey.subjectPublicKeyInfo)) != nil
        else { throw SimulationError(.malformedAuthority, "a private key does not belong to its certificate") }
        self.init(key: key, certificate: Array(certificate))
    }
}
