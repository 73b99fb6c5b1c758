import AppAttest
import AppAttestSimulator
import FoundationEssentials
import TestSupport

/// Receipts with one bit changed, or cut, as files for both verifiers: real ones in BER and in DER, and one with signed
/// attributes.
struct ReceiptMutants {
    /// By name: the receipt's form, what was done to it, and the byte.
    private(set) var cases: [String: CaseDocument] = [:]

    init() throws {
        for (number, (form, name)) in [
            ("ber", "veehaitch-ios14.4-dev-receipt1-attest"), ("der", "veehaitch-ios14.2-dev-receipt2-receipt"),
        ].enumerated() {
            try add(form, CaseFolder.fields(of: name), phase: number)
        }
        try add("attributes", Self.withAttributes(), phase: 2)
    }

    private static func withAttributes() throws -> CaseDocument {
        let device = try Simulation.device()
        let attestation = try device.attest(clientDataHash: Simulation.clientDataHash, at: Simulation.moment)
        let subject = ReceiptSubject(
            type: .attest, leafCertificate: try AttestationParts(attestation).certificates[0],
            clientDataHash: Simulation.clientDataHash, at: Simulation.moment)
        var document = CaseDocument(
            kind: "receipt", teamId: Simulation.appID.teamID, bundleId: Simulation.appID.bundleID,
            environment: "production", clientDataHash: base64(Simulation.clientDataHash),
            publicKey: device.publicKeyPEM, validAt: "2026-06-15T12:00:00Z")
        document.receipt = base64(try device.receipt(subject, variant: .signedAttributes))
        document.receiptRootCertificates = [try Simulation.authority.get().rootCertificatePEM]
        return document
    }

    /// Every byte of the container's own structure and of the signature; of contents and certificates one in three, each
    /// receipt another.
    private mutating func add(_ form: String, _ document: CaseDocument, phase: Int) throws {
        let receipt = try bytes(base64: document.receipt)
        let container = try ReceiptContainer(receipt)
        var kept = Set(receipt.indices)
        for part in container.certificates + [Array(container.content.prefix(1000)), container.signer.issuer] {
            guard let place = receipt.firstRange(of: part) else { throw MalformedFixture() }
            kept.subtract(place.filter { ($0 - place.lowerBound) % 3 != phase })
        }
        add("\(form)-whole-0", document, receipt)
        for offset in kept.sorted() {
            var mutant = receipt
            mutant[offset] ^= 1 << UInt8(offset % 8)
            add("\(form)-bit-\(offset)", document, mutant)
        }
        for count in stride(from: 0, to: receipt.count, by: 37) {
            add("\(form)-cut-\(count)", document, Array(receipt.prefix(count)))
        }
    }

    private mutating func add(_ name: String, _ document: CaseDocument, _ receipt: [UInt8]) {
        var document = document
        document.receipt = base64(receipt)
        cases[name] = document
    }
}
