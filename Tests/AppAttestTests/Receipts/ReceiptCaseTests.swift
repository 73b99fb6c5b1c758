import AppAttest
import AppAttestSimulator
import TestSupport
import Testing

@Suite("A case file with a receipt") struct ReceiptCaseTests {
    private func attestation() throws -> CaseDocument {
        let device = try Simulation.device()
        var document = CaseDocument(
            kind: "attestation", teamId: Simulation.appID.teamID, bundleId: Simulation.appID.bundleID,
            environment: "production", keyId: base64(device.keyID), clientDataHash: base64(Simulation.clientDataHash),
            attestationObject: base64(
                try device.attest(clientDataHash: Simulation.clientDataHash, at: Simulation.moment)),
            validAt: "2026-06-15T12:00:00Z")
        document.rootCertificates = [try Simulation.authority.get().rootCertificatePEM]
        document.receiptRootCertificates = document.rootCertificates
        return document
    }

    private func receipt(damage: ReceiptDamage? = nil) throws -> CaseDocument {
        let device = try Simulation.device()
        let object = try device.attest(clientDataHash: Simulation.clientDataHash, at: Simulation.moment)
        let subject = ReceiptSubject(
            type: .attest, leafCertificate: try AttestationParts(object).certificates[0],
            clientDataHash: Simulation.clientDataHash, at: Simulation.moment)
        var document = try attestation()
        (document.kind, document.attestationObject, document.publicKey) = ("receipt", nil, device.publicKeyPEM)
        document.receipt = base64(
            try damage.map { try device.receipt(subject, damage: $0) } ?? device.receipt(subject))
        return document
    }

    private func verdict(_ document: CaseDocument, _ mode: CaseReceipts = .standard) throws -> CaseVerdict {
        try AppAttestCase(json: document.json())
            .judge(with: AttestationVerifier(), AssertionVerifier(), receiptsAre: mode)
    }

    @Test("alone is judged by key, app, environment, moment, and by its hash where the file has one") func alone()
        throws
    {
        let document = try receipt()
        #expect(try verdict(document).text == "valid")
        var other = document
        other.bundleId = "com.example.other"
        #expect(try verdict(other).text == "invalid:receipt-app-id")
        other = document
        other.publicKey = try Simulation.device().publicKeyPEM
        #expect(try verdict(other).text == "invalid:receipt-public-key")
        other = document
        other.environment = "development"
        #expect(try verdict(other).text == "invalid:receipt-environment")
        other = document
        other.clientDataHash = base64([1])
        #expect(try verdict(other).text == "invalid:receipt-client-hash")
        other.clientDataHash = nil
        #expect(try verdict(other).text == "valid")
        other = document
        other.validAt = "2026-06-16T12:00:00Z"
        #expect(try verdict(other).text == "valid")
        other.validAt = "2027-12-01T12:00:00Z"
        #expect(try verdict(other).text == "invalid:chain-validity")
        other = document
        other.receiptRootCertificates = nil
        #expect(try verdict(other).text == "invalid:chain-signature")
    }

    @Test("in an attestation adds its steps to those before") func embedded() throws {
        let document = try attestation()
        let codes = ["R0", "R1", "R2", "R3", "R4", "R5", "R6", "RX1"]
        #expect(try verdict(document).text == "valid")
        #expect(try verdict(document).trace.entries.suffix(8).map(\.step.code) == codes)
        // Refused before its receipt is looked at.
        var other = document
        other.bundleId = "com.example.other"
        let refused = try verdict(other)
        #expect(refused.text == "invalid:rp-id")
        #expect(refused.trace.entries.suffix(8).allSatisfy { $0.outcome == .notReached })
        #expect(refused.trace.entries.count == 18)
        // A placeholder for a receipt.
        let object = try bytes(base64: document.attestationObject)
        var parts = try AttestationParts(object)
        parts.receipt = Array("no receipt".utf8)
        other = document
        other.attestationObject = base64(parts.object)
        #expect(try verdict(other).text == "invalid:receipt")
        // Not judged where the file has roots for attestations alone.
        other.receiptRootCertificates = nil
        #expect(try verdict(other).text == "valid")
        #expect(try verdict(other).trace.entries.count == 10)
        other.rootCertificates = nil
        #expect(try verdict(other).text == "invalid:chain-signature")
    }

    @Test("whose signed attributes are not covered is judged as the mode says", arguments: CaseReceipts.allCases)
    func modes(_ mode: CaseReceipts) throws {
        let alone = try receipt(damage: .attributesNotCovered)
        #expect(try verdict(alone, mode).text == (mode == .archive ? "valid" : "invalid:receipt-signature"))
        var embedded = try attestation()
        // The receipt must be for the attestation's own leaf.
        let device = try Simulation.device()
        var parts = try AttestationParts(
            device.attest(clientDataHash: Simulation.clientDataHash, at: Simulation.moment))
        parts.receipt = try device.receipt(
            ReceiptSubject(
                type: .attest, leafCertificate: parts.certificates[0], clientDataHash: Simulation.clientDataHash,
                at: Simulation.moment), damage: .attributesNotCovered)
        (embedded.attestationObject, embedded.keyId) = (base64(parts.object), base64(device.keyID))
        #expect(try verdict(embedded, mode).text == (mode == .strict ? "invalid:receipt-signature" : "valid"))
    }

    @Test("says whether it brings roots of its own") func roots() throws {
        #expect(try AppAttestCase(json: receipt().json()).bringsRoots)
        #expect(try AppAttestCase(json: attestation().json()).bringsRoots)
        var document = try receipt()
        document.receiptRootCertificates = nil
        #expect(try !AppAttestCase(json: document.json()).bringsRoots)
        document = try attestation()
        document.rootCertificates = nil
        #expect(try AppAttestCase(json: document.json()).bringsRoots)
        document.receiptRootCertificates = nil
        #expect(try !AppAttestCase(json: document.json()).bringsRoots)
    }
}
