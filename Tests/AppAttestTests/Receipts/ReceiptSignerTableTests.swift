import AppAttest
import AppAttestSimulator
import FoundationEssentials
import TestSupport
import Testing

@Suite("The table of a receipt's signer") struct ReceiptSignerTableTests {
    /// A valid receipt of another signer under the same root.
    private func newSigner() throws -> ReceiptSpecimen {
        try receipt(of: SimulatedAuthority(serialized: Simulation.authority.get().serialized()))
    }

    private func receipt(of authority: SimulatedAuthority) throws -> ReceiptSpecimen {
        let device = try authority.makeDevice(appID: Simulation.appID, environment: .production, generation: .iOS26)
        return try ReceiptSpecimen { _, subject in try device.receipt(subject) }
    }

    private func reason(_ verifier: ReceiptVerifier, _ specimen: ReceiptSpecimen) -> RejectionReason? {
        verifier.judge(specimen.receipt, expecting: specimen.expectation, at: specimen.moment).rejection?.reason
    }

    @Test("is made with as many receipts as are asked for, and once")
    func count() throws {
        let (verifier, specimen) = (ReceiptVerifier(receiptsBeforeTable: 3), try ReceiptSpecimen())
        for tables in [0, 0, 1, 1, 1] {
            #expect(reason(verifier, specimen) == nil)
            #expect(verifier.tableCount == tables)
        }
    }

    @Test("is made for nobody whose chain or signature is not good")
    func unproven() throws {
        let verifier = ReceiptVerifier(receiptsBeforeTable: 2)
        let foreign = try receipt(of: Simulation.foreignAuthority.get())
        let damaged = try ReceiptSpecimen { try $0.receipt($1, damage: .signatureBit) }
        for _ in 0..<5 {
            #expect(reason(verifier, foreign) == .receiptChainUntrusted)
            #expect(reason(verifier, damaged) == .receiptSignatureInvalid)
        }
        #expect(verifier.tableCount == 0)
    }

    @Test("stays while signers of one receipt come and go")
    func crowd() throws {
        let (verifier, specimen) = (ReceiptVerifier(receiptsBeforeTable: 2), try ReceiptSpecimen())
        for _ in 0..<2 { #expect(reason(verifier, specimen) == nil) }
        for _ in 0..<20 { #expect(reason(verifier, try newSigner()) == nil) }
        #expect(verifier.tableCount == 1)
    }

    @Test("is one of sixteen at most, and gives way only when it is asked for the least")
    func bound() throws {
        let (verifier, specimen) = (ReceiptVerifier(receiptsBeforeTable: 2), try ReceiptSpecimen())
        for _ in 0..<2 { #expect(reason(verifier, specimen) == nil) }
        for _ in 0..<17 {
            let other = try newSigner()
            for one in [other, other, specimen] { #expect(reason(verifier, one) == nil) }
        }
        #expect(verifier.tableCount == 16)
        // A newcomer has pushed out one of those, and whoever is asked for all the time has his table still.
        #expect(reason(verifier, try newSigner()) == nil)
        #expect(verifier.tableCount == 15)
        #expect(reason(verifier, specimen) == nil)
        #expect(verifier.tableCount == 15)
    }

    @Test("is made for no receipt that is refused, whatever for") func refused() throws {
        let (verifier, specimen) = (ReceiptVerifier(receiptsBeforeTable: 1), try ReceiptSpecimen())
        var other = specimen.expectation
        other.appID = AppID(teamID: "ABCDE12345", bundleID: "com.example.another")
        for (expectation, moment) in [
            (other, specimen.moment), (specimen.expectation, specimen.moment.addingTimeInterval(86_400 * 10_000)),
        ] {
            #expect(verifier.judge(specimen.receipt, expecting: expectation, at: moment).rejection != nil)
            #expect(verifier.tableCount == 0)
        }
    }

    @Test("makes no difference to any verdict or its words, whatever bit of signature or content is another")
    func bits() throws {
        let (tabled, plain) = (ReceiptVerifier(receiptsBeforeTable: 1), ReceiptVerifier(receiptsBeforeTable: .max))
        for variant in ReceiptVariant.allCases {
            var specimen = try ReceiptSpecimen { try $0.receipt($1, variant: variant) }
            let whole = specimen.receipt
            let container = try ReceiptContainer(whole)
            func traces() -> [VerificationTrace] {
                [tabled, plain].map {
                    $0.judge(specimen.receipt, expecting: specimen.expectation, at: specimen.moment).trace
                }
            }
            #expect(traces()[0] == traces()[1])
            #expect(tabled.tableCount > 0)
            let signature = try #require(whole.firstRange(of: container.signer.signature))
            let places = signature.map { $0 } + stride(from: 60, to: min(whole.count, 1_500), by: 41)
            for (number, place) in places.enumerated() {
                specimen.receipt = whole
                specimen.receipt[place] ^= 1 << UInt8(number % 8)
                let verdicts = traces()
                #expect(verdicts[0] == verdicts[1], "\(variant), byte \(place)")
                #expect(!signature.contains(place) || reason(tabled, specimen) != nil, "\(variant), byte \(place)")
            }
        }
    }
}
