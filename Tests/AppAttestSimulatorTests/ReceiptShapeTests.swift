import AppAttest
import AppAttestSimulator
import Foundation
import Testing

@Suite("A simulated receipt") struct ReceiptShapeTests {
    /// Everything up to the first piece of the content, as Apple's receipts have it.
    private static let head = bytes(
        """
        3080 06092A864886F70D010702 A080 3080 020101 310F 300D 0609608648016503040201 0500 3080 06092A864886F70D010701
        A080 2480 048203E8
        """)

    @Test("has indefinite lengths and its content in pieces of 1000 bytes", arguments: ReceiptType.allCases)
    func container(_ type: ReceiptType) throws {
        let specimen = try ReceiptSpecimen(type)
        let receipt = try specimen.device.receipt(specimen.subject)
        #expect(receipt.starts(with: Self.head))
        #expect(receipt.suffix(6) == [0, 0, 0, 0, 0, 0])
        var layout = Layout(Array(receipt.dropFirst(Self.head.count)))
        let first = layout.take(1000)
        #expect(first.first == 0x31)
        #expect(layout.take(1) == [0x04])
    }

    @Test("has the fields that its type has, with the damage that Apple does") func fields() throws {
        let attest = try ReceiptSpecimen(.attest, .development)
        var contents = try attest.verify(attest.device.receipt(attest.subject)).contents
        #expect(contents.appID == "SIMTEAM123.com.example.app")
        #expect(contents.attestedCertificate == attest.subject.leafCertificate)
        #expect(contents.publicKey == attest.device.publicKeyX963)
        #expect(contents.clientHash == Specimen.clientDataHash)
        #expect(contents.token?.count == 88)
        #expect(contents.environment == "sandbox")
        #expect(contents.createdAt == Specimen.moment)
        #expect(contents.expiresAt == Specimen.moment + 90 * 86_400)
        #expect(contents.riskMetric == nil)
        #expect(contents.refreshNotBefore == nil)

        let fresh = try ReceiptSpecimen(.receipt)
        var subject = fresh.subject
        subject.clientDataHash = [0x41, 0xFF, 0x42]
        contents = try fresh.verify(fresh.device.receipt(subject)).contents
        #expect(contents.type == .receipt)
        #expect(contents.clientHash == [0x41, 0xEF, 0xBF, 0xBD, 0x42])
        #expect(contents.environment == "production")
        #expect(contents.riskMetric?.count == 3)
        #expect(contents.refreshNotBefore == Specimen.moment + 86_400)
    }

    @Test("in an attestation is for its leaf, hash, app and environment", arguments: DeviceGeneration.allCases)
    func embedded(_ generation: DeviceGeneration) throws {
        let device = try Specimen.device(generation, .development)
        let anchor = try Specimen.authority.get().trustAnchor
        let attestation = try AttestationVerifier().verify(
            device.attest(clientDataHash: Specimen.clientDataHash, at: Specimen.moment), keyID: device.keyID,
            clientDataHash: Specimen.clientDataHash,
            expecting: AttestationExpectation(
                appIDs: [Specimen.appID], environments: [.development], trustAnchors: [anchor]),
            at: Specimen.moment)
        let receipt = try ReceiptVerifier().verify(
            attestation.receipt,
            expecting: ReceiptExpectation(
                embeddedIn: attestation, clientDataHash: Specimen.clientDataHash, trustAnchors: [anchor]),
            at: Specimen.moment)
        #expect(receipt.trustAnchor == anchor)
        #expect(receipt.contents.publicKey == device.publicKeyX963)
    }

    @Test("is accepted in every unusual form", arguments: ReceiptVariant.allCases, ReceiptType.allCases)
    func variants(_ variant: ReceiptVariant, _ type: ReceiptType) throws {
        let specimen = try ReceiptSpecimen(type)
        let receipt = try specimen.device.receipt(specimen.subject, variant: variant)
        #expect(throws: Never.self) { try specimen.verify(receipt) }
    }

    @Test("is refused with every damage, by the check that the damage names", arguments: ReceiptDamage.allCases)
    func damages(_ damage: ReceiptDamage) throws {
        for type in ReceiptType.allCases where type == .attest || damage != .clientHashOther {
            let specimen = try ReceiptSpecimen(type)
            let receipt = try specimen.device.receipt(specimen.subject, damage: damage)
            let rejection = #expect(throws: Rejection.self) { try specimen.verify(receipt) }
            #expect(rejection?.reason.check == damage.expectedCheck, "\(type)")
        }
    }

    @Test("has the signer that all receipts of its day have, in UTC") func signerOfTheDay() throws {
        let specimen = try ReceiptSpecimen(.attest)
        let other = try Specimen.device(.iOS14, .development)
        func signer(_ device: SimulatedDevice, _ seconds: TimeInterval) throws -> ArraySlice<UInt8> {
            var subject = specimen.subject
            subject.moment = Specimen.moment + seconds
            // The signer's certificate begins behind the content, and the intermediate's is the same for all.
            let receipt = try device.receipt(subject)
            let marker = try #require(receipt.firstRange(of: Array("Simulated Fraud Receipt Signing".utf8)))
            // Validity before the name and the public key behind it.
            return receipt[(marker.lowerBound - 80)..<(marker.upperBound + 160)]
        }
        let noon = try signer(specimen.device, 0)
        #expect(try signer(other, -43_200) == noon)
        #expect(try signer(other, 43_199.999) == noon)
        #expect(try signer(specimen.device, 43_200) != noon)
        #expect(try signer(specimen.device, -43_201) != noon)
        // Even if the authority has made a receipt of another day meanwhile, nothing of the first day is refused.
        #expect(throws: Never.self) { try specimen.verify(specimen.device.receipt(specimen.subject)) }
    }

    @Test("names no moment that certificates cannot name") func unnameableMoment() throws {
        let specimen = try ReceiptSpecimen(.attest)
        for moment in [-700_000_000.0, 253_402_300_799, .infinity, .nan] {
            var subject = specimen.subject
            subject.moment = Date(timeIntervalSince1970: moment)
            #expect(throws: SimulationError.self) { try specimen.device.receipt(subject) }
        }
    }
}
