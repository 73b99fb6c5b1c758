import AppAttest
import AppAttestSimulator
import FoundationEssentials
import TestSupport
import Testing

@Suite("Real receipts", .enabled(if: CaseFolder.isPresent, "no case folder: set ASSAY_CASES")) struct RealReceiptTests {
    @Test("alone are valid at arrival, as kept, and for their own key, app and environment") func alone() throws {
        let names = try ReceiptSpecimen.realNames()
        #expect(names.count >= 13)
        for name in names {
            let specimen = try ReceiptSpecimen(real: name)
            #expect(specimen.reason == nil, "\(name)")
            var other = specimen
            other.moment += 360
            #expect(other.reason == .receiptNotFresh, "\(name)")
            (other.expectation.timing, other.moment) = (.kept, .at(4_000_000_000))
            #expect(other.reason == nil, "\(name)")
            other = specimen
            other.expectation.appID = Simulation.appID
            #expect(other.reason == .receiptAppMismatch, "\(name)")
            other = specimen
            other.expectation.key = .publicKey(try Simulation.device().publicKeyX963)
            #expect(other.reason == .receiptKeyMismatch, "\(name)")
            other = specimen
            other.expectation.environment = .production
            #expect(other.reason == .receiptEnvironmentMismatch, "\(name)")
            // The root of attestations, and one of nobody's.
            for anchor in [TrustAnchor.appleAppAttestationRootCA, try Simulation.authority.get().trustAnchor] {
                other = specimen
                other.expectation.trustAnchors = [anchor]
                #expect(other.reason == .receiptChainUntrusted, "\(name)")
            }
        }
    }

    @Test("in attestations are for their leaf, hash, app and environment") func embedded() throws {
        let names = try ReceiptSpecimen.realAttestationNames()
        #expect(names.count >= 17)
        for name in names {
            var specimen = try ReceiptSpecimen(inReal: name)
            specimen.expectation.timing = .recorded
            // One of 2020 has attributes that its signature does not cover.
            if specimen.reason == .receiptAttributesNotCovered {
                specimen.expectation.acceptsUncoveredAttributes = true
            }
            let verified = try specimen.verify()
            #expect(verified.contents.type == .attest, "\(name)")
            #expect(verified.contents.riskMetric == nil, "\(name)")
            var other = specimen
            other.expectation.clientDataHash = [1]
            #expect(other.reason == .receiptClientDataMismatch, "\(name)")
            other = specimen
            other.expectation.type = .receipt
            #expect(other.reason == .receiptTypeUnexpected, "\(name)")
        }
    }

    @Test("say what Apple's documentation says of each field") func facts() throws {
        let verified = try ReceiptSpecimen(real: "veehaitch-ios14.2-dev-receipt2-receipt").verify()
        #expect(verified.trustAnchor == .appleRootCAG3)
        #expect(verified.appID.description == "6MURL8TA57.de.vincent-haupert.apple-appattest-poc")
        let contents = verified.contents
        #expect(contents.type == .receipt)
        #expect(contents.environment == "sandbox")
        #expect(contents.riskMetric?.count == 2)
        #expect(contents.token?.count == 88)
        #expect(abs(contents.createdAt.timeIntervalSince(.at(1_605_996_965.466))) < 0.001)
        #expect(contents.refreshNotBefore == contents.createdAt + 86_400)
        #expect(contents.expiresAt == contents.createdAt + 90 * 86_400)
        let first = try ReceiptSpecimen(real: "veehaitch-ios14.2-dev-receipt1-attest").verify().contents
        #expect(first.type == .attest)
        #expect(first.attestedCertificate == contents.attestedCertificate)
        #expect(first.token == contents.token)
        #expect((first.riskMetric, first.refreshNotBefore) == (nil, nil))
    }

    @Test("keep their verdict in DER as in BER") func derAndBER() throws {
        let der = try ReceiptSpecimen(real: "veehaitch-ios14.2-dev-receipt2-receipt")
        let ber = try ReceiptSpecimen(real: "veehaitch-ios14.2-dev-receipt3-receipt")
        #expect(der.receipt.starts(with: [0x30, 0x82]))
        #expect(ber.receipt.starts(with: [0x30, 0x80]))
        #expect(der.reason == nil)
        #expect(ber.reason == nil)
    }

    @Test("do not pass with parts of another's") func mixed() throws {
        let first = try ReceiptSpecimen(real: "veehaitch-ios14.2-dev-receipt4-receipt")
        let second = try ReceiptSpecimen(real: "veehaitch-ios14.2-dev-receipt5-receipt")
        let (content, other) = try (ReceiptContainer(first.receipt).content, ReceiptContainer(second.receipt).content)
        #expect(content.count == other.count)
        var mixed = first
        for (mine, theirs) in [(content.prefix(1000), other.prefix(1000)), (content.suffix(148), other.suffix(148))] {
            let place = try #require(first.receipt.firstRange(of: mine))
            mixed.receipt = first.receipt
            mixed.receipt.replaceSubrange(place, with: theirs)
            #expect(mixed.reason == .receiptSignatureInvalid)
        }
    }
}
