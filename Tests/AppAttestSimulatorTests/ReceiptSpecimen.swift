import AppAttest
import AppAttestSimulator
import Foundation

/// A device and the subject of its receipts.
struct ReceiptSpecimen {
    let device: SimulatedDevice
    let subject: ReceiptSubject

    init(_ type: ReceiptType, _ environment: AttestationEnvironment = .production) throws {
        device = try Specimen.device(.iOS26, environment)
        let attestation = try device.attest(clientDataHash: Specimen.clientDataHash, at: Specimen.moment)
        subject = ReceiptSubject(
            type: type, leafCertificate: try AttestationParts(attestation).leaf,
            clientDataHash: Specimen.clientDataHash, riskMetric: "3", at: Specimen.moment)
    }

    func verify(_ receipt: [UInt8]) throws(Rejection) -> VerifiedReceipt {
        let anchors: [TrustAnchor]
        do { anchors = [try Specimen.authority.get().trustAnchor] } catch { anchors = [] }
        return try ReceiptVerifier().verify(
            receipt,
            expecting: ReceiptExpectation(
                appID: device.appID, key: .leafCertificate(subject.leafCertificate), timing: .arrival,
                type: subject.type, clientDataHash: subject.clientDataHash, environment: device.environment,
                trustAnchors: anchors), at: subject.moment)
    }
}
