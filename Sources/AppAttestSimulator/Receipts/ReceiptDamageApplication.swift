internal import AppAttest
internal import Cryptography
internal import FoundationEssentials

extension ReceiptDamage {
    /// Breaks the one thing.
    /// - Parameter device: the one that the receipt is for.
    func apply(to draft: inout ReceiptDraft, of device: SimulatedDevice) throws(CryptographyError) {
        let (moment, day) = (draft.subject.moment, 86_400 as TimeInterval)
        switch self {
        case .empty: draft.finish = { _ in [] }
        case .truncated: draft.finish = { Array($0.prefix($0.count / 2)) }
        case .endMissing: draft.finish = { $0.dropLast(2) }
        case .trailingByte: draft.finish = { $0 + [0] }
        case .oversized: draft.setField(5, [UInt8](repeating: 0x2E, count: 65_536))
        case .nestedTooDeep:
            draft.layout = { parts in
                let heads = (0..<1000).flatMap { _ in [0x24, 0x80] as [UInt8] }
                return parts.chunked(
                    octets: heads + DER.octetString(parts.content) + [UInt8](repeating: 0, count: 2000))
            }
        case .primitiveIndefinite:
            draft.layout = { $0.chunked(octets: [0x04, 0x80] + $0.content + [0, 0]) }
        case .pieceOfOtherType:
            draft.layout = { $0.chunked(octets: BER.indefinite(0x24, DER.element([0x0C], $0.content))) }
        case .tooManyCertificates:
            draft.certificates = { [$0, $1] + [[UInt8]](repeating: $2, count: 7) }
        case .signerTwice: draft.signers = { [$0, $0] }
        case .signerMissing: draft.signers = { _ in [] }

        case .serialNumberOther: draft.namedSerialNumber = try SecureRandom.bytes(15)
        case .signerCertificateMissing: draft.certificates = { _, issuer, root in [issuer, root] }
        case .signatureBit: draft.finishSignature = { $0.dropLast() + [$0[$0.count - 1] ^ 1] }
        case .contentEdited: draft.finishContent = { $0.dropLast() + [$0[$0.count - 1] ^ 1] }
        case .attributesNotCovered: draft.attributes = .unsigned
        case .attributesOfOtherContent:
            draft.attributes = .signed
            draft.finishDigest = { $0.dropLast() + [$0[31] ^ 1] }

        case .authorityForeign:
            let (start, end) = (moment - 183 * day, moment + 183 * day)
            let root = try Issuer.root(notBefore: start, notAfter: end)
            draft.issuer = try root.receiptIntermediate(notBefore: start, notAfter: end)
            draft.certificates = { signer, issuer, _ in [signer, issuer, root.certificate] }
        case .signerCertificateBit: draft.finishSigner = { $0.dropLast() + [$0[$0.count - 1] ^ 1] }
        case .signerExpired: draft.signer.notAfter = moment - day
        case .signerNotYetValid: draft.signer.notBefore = moment + day
        case .signerNotMarked: draft.signer.extensions.removeLast()
        case .signerMayNotSign:
            // keyEncipherment alone.
            draft.signer.replace(with: .keyUsage(DER.bitString([0x20], unused: 5)))
        case .signerOfAttestations:
            draft.issuer = device.authority.intermediate
            draft.signer.issuer = .intermediate
        case .certificateForeign:
            let other = device.authority.intermediate.certificate
            draft.certificates = { [$0, $1, $2, other] }

        case .contentNotSet: draft.content = { DER.sequence(of: $0) }
        case .contentTrailingByte: draft.content = { DER.element([0x31], Array($0.joined())) + [0] }
        case .createdMissing: draft.fields.removeAll { $0.number == 12 }
        case .createdMalformed: draft.setField(12, "2026-02-30T12:00:00Z")
        case .fieldTwice: draft.fields.append(ReceiptField(2, "\(device.otherAppID)"))
        case .fieldOfOtherVersion:
            for index in draft.fields.indices where draft.fields[index].number == 6 { draft.fields[index].version = 2 }
        case .typeOther: draft.setField(6, "OTHER")
        case .certificateMalformed: draft.setField(3, draft.subject.leafCertificate.dropLast())

        case .appOther: draft.setField(2, "\(device.otherAppID)")
        case .keyOther:
            var leaf = CertificateDraft.leaf(of: device, at: moment)
            leaf.subjectPublicKeyInfo = try P256.PrivateKey().publicKey.subjectPublicKeyInfo
            draft.setField(3, try leaf.signed(by: device.authority.intermediate.key, digest: .sha256))
        case .clientHashOther: draft.setField(4, draft.subject.clientDataHash + [0])
        case .environmentOther:
            let other: AttestationEnvironment =
                switch device.environment {
                case .production: .development
                case .development: .production
                }
            draft.setField(7, other.receiptField)
        }
    }
}
