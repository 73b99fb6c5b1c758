import AppAttest
import AppAttestSimulator
import TestSupport
import Testing

@Suite("A receipt") struct ReceiptVerdictTests {
    private static let codes = ["R0", "R1", "R2", "R3", "R4", "R5", "R6", "RX1"]

    @Test("that is damaged is refused at one step, for one reason", arguments: ReceiptDamage.allCases)
    func damages(_ damage: ReceiptDamage) throws {
        let (code, reason) = damage.rejection
        let judgement = try ReceiptSpecimen { try $0.receipt($1, damage: damage) }.judge()
        let rejection = try #require(judgement.rejection)
        #expect(rejection.reason == reason, "\(rejection)")
        #expect(rejection.step.code == code, "\(rejection)")
        #expect(judgement.trace.entries.map(\.step.code) == Self.codes)
        let failed = try #require(Self.codes.firstIndex(of: code))
        for (index, entry) in judgement.trace.entries.enumerated() {
            switch entry.outcome {
            case .passed: #expect(index < failed)
            case .failed(let found): #expect(index == failed && found == rejection)
            case .failedToo, .reported: Issue.record("no step of a receipt only reports")
            case .notReached: #expect(index > failed)
            }
        }
    }

    @Test("that is unusual and valid passes every step", arguments: ReceiptVariant.allCases, ReceiptType.allCases)
    func variants(_ variant: ReceiptVariant, _ type: ReceiptType) throws {
        let judgement = try ReceiptSpecimen(type) { try $0.receipt($1, variant: variant) }.judge()
        #expect(judgement.rejection == nil)
        for entry in judgement.trace.entries {
            guard case .passed(let note) = entry.outcome else { throw MalformedFixture() }
            #expect(!note.isEmpty)
        }
    }

    @Test("whose attributes are not covered passes by the switch for archives alone, and says so")
    func uncoveredAttributes() throws {
        var specimen = try ReceiptSpecimen { try $0.receipt($1, damage: .attributesNotCovered) }
        #expect(specimen.reason == .receiptAttributesNotCovered)
        specimen.expectation.acceptsUncoveredAttributes = true
        let judgement = specimen.judge()
        #expect(judgement.rejection == nil)
        #expect(
            judgement.trace.entries[1].outcome
                == .passed("over the content alone, although there are signed attributes: accepted as in archives"))
        // The switch opens nothing else.
        for damage in ReceiptDamage.allCases where damage != .attributesNotCovered {
            var other = try ReceiptSpecimen { try $0.receipt($1, damage: damage) }
            other.expectation.acceptsUncoveredAttributes = true
            #expect(other.reason == damage.rejection.reason)
        }
    }

    @Test("ends at the root that is expected, and at no other") func anchors() throws {
        var specimen = try ReceiptSpecimen()
        let own = try Simulation.authority.get().trustAnchor
        let foreign = try Simulation.foreignAuthority.get().trustAnchor
        for anchors in [[own, foreign], [.appleRootCAG3, foreign, own]] {
            specimen.expectation.trustAnchors = anchors
            #expect(try specimen.verify().trustAnchor == own)
        }
        for anchors in [[], [foreign], [.appleRootCAG3], [.appleAppAttestationRootCA]] as [[TrustAnchor]] {
            specimen.expectation.trustAnchors = anchors
            #expect(specimen.reason == .receiptChainUntrusted)
        }
    }

    @Test("of Apple's ends at Apple Root CA - G3, whose fingerprint is published") func root() {
        #expect(
            hex(TrustAnchor.appleRootCAG3.fingerprint)
                == "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179")
        let expectation = ReceiptExpectation(appID: Simulation.appID, key: .publicKey([]), timing: .kept)
        #expect(expectation.trustAnchors == [.appleRootCAG3])
        #expect(!expectation.acceptsUncoveredAttributes)
    }

    @Test("of 32 KiB is read, and of one byte more is not") func size() throws {
        var specimen = try ReceiptSpecimen()
        specimen.receipt = [UInt8](repeating: 0x30, count: 32 * 1024)
        #expect(specimen.reason == .malformedReceipt)
        specimen.receipt.append(0)
        #expect(specimen.reason == .objectTooLarge)
    }
}

extension ReceiptDamage {
    /// The step that must refuse it, and the reason.
    var rejection: (code: String, reason: RejectionReason) {
        switch self {
        case .empty, .truncated, .endMissing, .trailingByte, .nestedTooDeep, .primitiveIndefinite, .pieceOfOtherType,
            .tooManyCertificates:
            ("R0", .malformedReceipt)
        case .oversized: ("R0", .objectTooLarge)
        case .signerTwice, .signerMissing: ("R0", .receiptSignerCount)
        case .serialNumberOther, .signerCertificateMissing: ("R1", .receiptSignerUnknown)
        case .signatureBit, .contentEdited, .attributesOfOtherContent: ("R1", .receiptSignatureInvalid)
        case .attributesNotCovered: ("R1", .receiptAttributesNotCovered)
        case .authorityForeign, .signerCertificateBit, .certificateForeign: ("R2", .receiptChainUntrusted)
        case .signerExpired: ("R2", .receiptChainExpired)
        case .signerNotYetValid: ("R2", .receiptChainNotYetValid)
        case .signerNotMarked, .signerMayNotSign, .signerOfAttestations: ("R2", .receiptSignerNotMarked)
        case .contentNotSet, .contentTrailingByte, .createdMissing, .createdMalformed, .fieldOfOtherVersion,
            .certificateMalformed:
            ("R3", .malformedReceiptPayload)
        case .fieldTwice: ("R3", .receiptFieldTwice)
        case .typeOther: ("R3", .receiptTypeUnexpected)
        case .appOther: ("R4", .receiptAppMismatch)
        case .keyOther: ("R6", .receiptKeyMismatch)
        case .clientHashOther: ("RX1", .receiptClientDataMismatch)
        case .environmentOther: ("RX1", .receiptEnvironmentMismatch)
        }
    }
}
