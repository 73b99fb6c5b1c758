internal import AppAttest
internal import Cryptography
internal import FoundationEssentials

/// An attestation before it is signed. A damage changes one thing in it; nonce and signatures are made afterwards, so
/// that everything else stays true.
struct AttestationDraft {
    let device: SimulatedDevice
    let clientDataHash: [UInt8]
    let moment: Date
    var format: CBOR? = .text("apple-appattest")
    var authenticatorData: AuthenticatorDataDraft
    var leaf: CertificateDraft
    /// Who signs the leaf, and the second certificate of `x5c`.
    var issuer: Issuer
    /// The nonce extension for a nonce.
    var nonceExtension: (_ nonce: [UInt8]) -> CertificateDraft.Extension = CertificateDraft.Extension.nonce
    /// The last touch to the leaf after it was signed.
    var finishLeaf: (_ der: [UInt8]) -> [UInt8] = { $0 }
    /// The certificates to send.
    var x5c: (_ leaf: [UInt8], _ issuer: [UInt8]) -> [[UInt8]] = { [$0, $1] }
    /// What to send in the place of the receipt.
    var receipt: [UInt8]?
    var arrangeStatement: ([CBOR.Entry]) -> [CBOR.Entry] = { $0 }
    var arrangeObject: ([CBOR.Entry]) -> [CBOR.Entry] = { $0 }
    /// The last touch to the whole object.
    var finish: (_ object: [UInt8]) -> [UInt8] = { $0 }

    init(device: SimulatedDevice, clientDataHash: [UInt8], moment: Date) {
        (self.device, self.clientDataHash, self.moment) = (device, clientDataHash, moment.wholeSecond)
        authenticatorData = AuthenticatorDataDraft(
            of: device, counter: 0,
            credential: .init(
                aaguid: device.environment.aaguid, id: device.keyID,
                coseKey: device.key.publicKey.coseKey))
        leaf = .leaf(of: device, at: moment)
        issuer = device.authority.intermediate
    }

    func encoded() throws(CryptographyError) -> [UInt8] {
        let authenticatorData = authenticatorData.encoded
        let nonce = nonceExtension(SHA256.hash(authenticatorData, clientDataHash))
        var leaf = leaf
        leaf.replace(with: nonce)
        let certificate = finishLeaf(try leaf.signed(by: issuer.key, digest: .sha256))
        let receipt: [UInt8]
        if let other = self.receipt { receipt = other } else { receipt = try self.receipt(for: certificate).encoded() }
        let statement = arrangeStatement([
            (.text("x5c"), .array(x5c(certificate, issuer.certificate).map { .bytes($0) })),
            (.text("receipt"), .bytes(receipt)),
        ])
        var entries: [CBOR.Entry] = []
        if let format { entries.append((.text("fmt"), format)) }
        entries.append((.text("attStmt"), .map(statement)))
        entries.append((.text("authData"), .bytes(authenticatorData)))
        return finish(CBOR.map(arrangeObject(entries)).encoded)
    }

    private func receipt(for leaf: [UInt8]) throws(CryptographyError) -> ReceiptDraft {
        try ReceiptDraft(
            ReceiptSubject(type: .attest, leafCertificate: leaf, clientDataHash: clientDataHash, at: moment),
            for: device)
    }
}

extension P256.PublicKey {
    /// A COSE_Key (RFC 9053 section 7.1): EC2, ES256, P-256, x, y; 77 bytes when written.
    var coseKey: [CBOR.Entry] {
        [
            (.integer(1), .integer(2)), (.integer(3), .integer(-7)), (.integer(-1), .integer(1)),
            (.integer(-2), .bytes(Array(x963[1...32]))), (.integer(-3), .bytes(Array(x963[33...64]))),
        ]
    }
}
