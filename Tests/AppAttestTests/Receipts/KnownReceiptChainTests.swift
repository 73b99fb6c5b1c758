import AppAttest
import AppAttestSimulator
import Foundation
import TestSupport
import Testing

@Suite("A verifier that knows a receipt's chain") struct KnownReceiptChainTests {
    /// A verifier that knows chains alone, and one with a table for each signer as well.
    private static let receiptsBeforeTable = [Int.max, 1]

    @Test("judges the same receipt the same way, and every other thing about it anew", arguments: receiptsBeforeTable)
    func known(_ receiptsBeforeTable: Int) throws {
        let verifier = ReceiptVerifier(receiptsBeforeTable: receiptsBeforeTable)
        let specimen = try ReceiptSpecimen()
        func reason(_ edit: (inout ReceiptSpecimen) throws -> Void) rethrows -> RejectionReason? {
            var edited = specimen
            try edit(&edited)
            return verifier.judge(edited.receipt, expecting: edited.expectation, at: edited.moment).rejection?.reason
        }
        let first = verifier.judge(specimen.receipt, expecting: specimen.expectation, at: specimen.moment)
        let second = verifier.judge(specimen.receipt, expecting: specimen.expectation, at: specimen.moment)
        #expect(first.rejection == nil)
        #expect(second.trace == first.trace)
        let foreign = try Simulation.foreignAuthority.get().trustAnchor
        #expect(reason { $0.expectation.trustAnchors = [foreign] } == .receiptChainUntrusted)
        #expect(reason { $0.expectation.trustAnchors = [] } == .receiptChainUntrusted)
        let late = reason { specimen in
            specimen.expectation.timing = .recorded
            specimen.moment += 400 * 86_400
        }
        #expect(late == .receiptChainExpired)
        let early = reason { specimen in
            specimen.expectation.timing = .recorded
            specimen.moment -= 400 * 86_400
        }
        #expect(early == .receiptChainNotYetValid)
        #expect(reason { _ in } == nil)
    }

    @Test("refuses every damaged receipt all the same", arguments: ReceiptDamage.allCases, receiptsBeforeTable)
    func damages(_ damage: ReceiptDamage, _ receiptsBeforeTable: Int) throws {
        let verifier = ReceiptVerifier(receiptsBeforeTable: receiptsBeforeTable)
        let device = try ReceiptSpecimen { device, subject in
            let good = try device.receipt(subject)
            let expectation = ReceiptExpectation(
                appID: Simulation.appID, key: .leafCertificate(subject.leafCertificate), timing: .arrival,
                trustAnchors: [try Simulation.authority.get().trustAnchor])
            _ = try verifier.verify(good, expecting: expectation, at: subject.moment)
            #expect(verifier.tableCount == (receiptsBeforeTable == 1 ? 1 : 0))
            return try device.receipt(subject, damage: damage)
        }
        for _ in 0..<2 {
            let judgement = verifier.judge(device.receipt, expecting: device.expectation, at: device.moment)
            #expect(judgement.rejection?.reason == damage.rejection.reason)
        }
    }

    @Test(
        "refuses real receipts that were edited or outlived their signer, after good ones of the same signer",
        .enabled(if: CaseFolder.isPresent, "no case folder: set ASSAY_CASES"), arguments: receiptsBeforeTable)
    func realSigners(_ receiptsBeforeTable: Int) throws {
        let verifier = ReceiptVerifier(receiptsBeforeTable: receiptsBeforeTable)
        func verdict(_ name: String) throws -> String {
            try AppAttestCase(json: CaseFolder.contents(of: name))
                .judge(with: AttestationVerifier(), AssertionVerifier(), verifier).text
        }
        for name in try CaseFolder.names(kind: "receipt") where try CaseFolder.fields(of: name).expected == "valid" {
            let text = try verdict(name)
            #expect(text == "valid", "\(name)")
        }
        #expect(try verdict("neg-receipt-signer-expired") == "invalid:chain-validity")
        #expect(try verdict("neg-receipt-risk-metric-edited") == "invalid:receipt-signature")
        #expect(try verdict("neg-receipt-other-key") == "invalid:receipt-public-key")
    }
}
