internal import AppAttest
internal import Cryptography
internal import FoundationEssentials

/// A receipt before it is signed. A damage changes one thing in it; digests and signatures are made afterwards, so that
/// everything else stays true.
struct ReceiptDraft {
    /// What the signature is over, and whether there are attributes.
    enum Attributes { case none, signed, unsigned }

    let authority: SimulatedAuthority
    let subject: ReceiptSubject
    var fields: [ReceiptField]
    var content: (_ fields: [[UInt8]]) -> [UInt8] = { DER.element([0x31], Array($0.joined())) }
    /// The last touch to the content after it was signed.
    var finishContent: (_ content: [UInt8]) -> [UInt8] = { $0 }
    var attributes = Attributes.none
    /// The last touch to the digest among the attributes.
    var finishDigest: (_ digest: [UInt8]) -> [UInt8] = { $0 }
    var finishSignature: (_ signature: [UInt8]) -> [UInt8] = { $0 }
    var signer: CertificateDraft { didSet { signerCertificate = nil } }
    let signerKey: P256.PrivateKey
    /// Who signs the signer's certificate, and the second certificate of the receipt.
    var issuer: Issuer { didSet { signerCertificate = nil } }
    /// The signer's certificate as it is in all receipts of the day; nil where the draft of it was changed.
    private var signerCertificate: [UInt8]?
    /// The last touch to the signer's certificate.
    var finishSigner: (_ der: [UInt8]) -> [UInt8] = { $0 }
    /// The serial number that the signer is named by; its own if nil.
    var namedSerialNumber: [UInt8]?
    var certificates: (_ signer: [UInt8], _ issuer: [UInt8], _ root: [UInt8]) -> [[UInt8]] = { [$0, $1, $2] }
    var signers: (_ signer: [UInt8]) -> [[UInt8]] = { [$0] }
    /// Lays the parts out as most of Apple's receipts have them: indefinite lengths, octets in pieces.
    var layout: (ReceiptParts) -> [UInt8] = { $0.chunked }
    /// The last touch to the whole receipt.
    var finish: (_ receipt: [UInt8]) -> [UInt8] = { $0 }

    /// - Parameters:
    ///   - app: text of field 2.
    ///   - environment: text of field 7; nil for a receipt without that field.
    init(
        _ subject: ReceiptSubject, app: String, environment: String?, authority: SimulatedAuthority
    ) throws(CryptographyError) {
        (self.authority, self.subject) = (authority, subject)
        fields = try ReceiptField.all(of: subject, app: app, environment: environment)
        let signer = try authority.receiptSigners.signer(at: subject.moment, issuer: authority.receiptIssuer)
        (self.signer, signerKey, signerCertificate) = (signer.draft, signer.key, signer.certificate)
        issuer = authority.receiptIssuer
    }

    init(_ subject: ReceiptSubject, for device: SimulatedDevice) throws(CryptographyError) {
        try self.init(
            subject, app: "\(device.appID)", environment: device.environment.receiptField, authority: device.authority)
    }

    func encoded() throws(CryptographyError) -> [UInt8] {
        let content = content(fields.map(\.encoded))
        let set = DER.element([0x31], signedAttributes(of: content))
        let signature: [UInt8]
        switch attributes {
        case .signed: signature = try signerKey.signature(for: set)
        case .none, .unsigned: signature = try signerKey.signature(for: content)
        }
        let sha256 = DER.sequence(
            DER.objectIdentifier([2, 16, 840, 1, 101, 3, 4, 2, 1]), [0x05, 0x00])
        let signerInformation = DER.sequence(
            DER.integer(1),
            DER.sequence(signer.issuer.encoded, DER.integer(namedSerialNumber ?? signer.serialNumber)),
            sha256,
            attributes == .none ? [] : [0xA0] + set.dropFirst(),
            DER.sequence(DER.objectIdentifier([1, 2, 840, 10045, 4, 3, 2])),
            DER.octetString(finishSignature(signature)))
        let certificate: [UInt8]
        if let signerCertificate {
            certificate = signerCertificate
        } else {
            certificate = try signer.signed(by: issuer.key, digest: .sha256)
        }
        let signer = finishSigner(certificate)
        return finish(
            layout(
                ReceiptParts(
                    digestAlgorithms: DER.set(sha256), content: finishContent(content),
                    certificates: certificates(signer, issuer.certificate, authority.root.certificate),
                    signers: signers(signerInformation))))
    }

    /// contentType, signingTime, messageDigest (RFC 5652 section 11), shortest first as DER has them.
    private func signedAttributes(of content: [UInt8]) -> [UInt8] {
        let pkcs9: [UInt64] = [1, 2, 840, 113549, 1, 9]
        return [
            DER.sequence(DER.objectIdentifier(pkcs9 + [3]), DER.set(DER.objectIdentifier(ReceiptParts.data))),
            DER.sequence(DER.objectIdentifier(pkcs9 + [5]), DER.set(DER.time(subject.moment))),
            DER.sequence(
                DER.objectIdentifier(pkcs9 + [4]), DER.set(DER.octetString(finishDigest(SHA256.hash(content))))),
        ].flatMap(\.self)
    }
}

/// The parts of CMS `SignedData` (RFC 5652 section 5.1), to be laid out.
struct ReceiptParts {
    static let data: [UInt64] = [1, 2, 840, 113549, 1, 7, 1]
    private static let signedData: [UInt64] = [1, 2, 840, 113549, 1, 7, 2]

    /// DER.
    let digestAlgorithms: [UInt8]
    let content: [UInt8]
    let certificates: [[UInt8]]
    let signers: [[UInt8]]

    private var signerSet: [UInt8] { DER.element([0x31], Array(signers.joined())) }

    /// As most of Apple's receipts: seven elements of indefinite length, and the content in pieces.
    var chunked: [UInt8] { chunked(octets: BER.pieces(content)) }

    /// - Parameter octets: an OCTET STRING in any form.
    func chunked(octets: [UInt8]) -> [UInt8] {
        let encapsulated = BER.indefinite(0x30, DER.objectIdentifier(Self.data), BER.indefinite(0xA0, octets))
        let signed = BER.indefinite(
            0x30, DER.integer(1), digestAlgorithms, encapsulated, BER.indefinite(0xA0, Array(certificates.joined())),
            signerSet)
        return BER.indefinite(0x30, DER.objectIdentifier(Self.signedData), BER.indefinite(0xA0, signed))
    }

    /// As two of Apple's receipts of 2020.
    var der: [UInt8] {
        let encapsulated = DER.sequence(
            DER.objectIdentifier(Self.data), DER.context(0, DER.octetString(content)))
        let signed = DER.sequence(
            DER.integer(1), digestAlgorithms, encapsulated, DER.context(0, Array(certificates.joined())), signerSet)
        return DER.sequence(DER.objectIdentifier(Self.signedData), DER.context(0, signed))
    }
}
