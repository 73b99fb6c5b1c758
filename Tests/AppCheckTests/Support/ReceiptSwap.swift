import AppAttest
import AppAttestSimulator
import AppCheck
import Cryptography

/// The attestation object with another receipt in it, which neither nonce nor signature of the object cover.
/// - Returns: nil where `receipt` is not in the object, as a CBOR byte string behind its name.
func swappingReceipt(_ receipt: [UInt8], for other: [UInt8], in object: [UInt8]) -> [UInt8]? {
    let (old, new) = (named(receipt), named(other))
    guard object.count >= old.count,
        let start = (0...(object.count - old.count)).first(where: { object[$0...].starts(with: old) })
    else { return nil }
    return Array(object[..<start]) + new + Array(object[(start + old.count)...])
}

/// The text "receipt" and a byte string of 0 to 65535 bytes, as CBOR has them in a map.
private func named(_ bytes: [UInt8]) -> [UInt8] {
    let head: [UInt8] =
        switch bytes.count {
        case 0..<24: [0x40 | UInt8(bytes.count)]
        case 24..<256: [0x58, UInt8(bytes.count)]
        default: [0x59, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
        }
    return [0x67] + Array("receipt".utf8) + head + bytes
}

extension Phone {
    /// An attestation with a receipt for the same leaf in which one thing is broken.
    func attestation(
        _ challenge: [UInt8], receiptDamage damage: ReceiptDamage
    ) throws -> AttestationSubmission {
        try attestation(challenge) { subject in try device.receipt(subject, damage: damage) }
    }

    /// An attestation with whatever receipt `make` makes for its leaf, client data and moment.
    func attestation(
        _ challenge: [UInt8], receipt make: (ReceiptSubject) throws -> [UInt8]
    ) throws -> AttestationSubmission {
        let hash = SHA256.hash(challenge)
        let object = try device.attest(clientDataHash: hash, at: clock.date)
        let verified = try AttestationVerifier().verify(
            object, keyID: device.keyID, clientDataHash: hash,
            expecting: AttestationExpectation(
                appIDs: [device.appID], environments: [device.environment],
                trustAnchors: [Specimen.authority.get().trustAnchor]), at: clock.date)
        let subject = ReceiptSubject(
            type: .attest, leafCertificate: verified.leafCertificate, clientDataHash: hash, at: clock.date)
        guard let swapped = swappingReceipt(verified.receipt, for: try make(subject), in: object) else {
            throw ReceiptNotFound()
        }
        return AttestationSubmission(
            project: "shop", appID: Specimen.appID, attestationObject: swapped, keyID: device.keyID,
            challenge: challenge, limitedUse: false)
    }

    private struct ReceiptNotFound: Error {}
}
