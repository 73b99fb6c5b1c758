import AppAttest
import AppAttestSimulator
import AppCheck
import Foundation
import MemoryStore
import Testing

@Suite("The receipt in an attestation") struct ReceiptAtExchangeTests {
    @Test("is verified and kept with its key, and is due for its first refreshment at once") func good() async throws {
        let stage = try await Stage(store: MemoryStore())
        let (phone, _) = try await stage.registeredPhone()
        let record = try #require(try await stage.store.attestedKey(phone.device.keyID)?.receipt)
        #expect(record.fault == nil)
        #expect(record.facts?.type == .attest)
        #expect(record.facts?.createdAt == Specimen.moment)
        #expect(record.facts?.expiresAt == Specimen.moment + 90 * 86_400)
        #expect(record.facts?.refreshNotBefore == nil)
        #expect(record.facts?.riskMetric == nil)
        #expect(record.refresh == ReceiptRefreshState(nextAt: Specimen.moment))
    }

    /// What is wrong with receipts that are too large for an attestation at all, or wrong in ways that make the whole object
    /// too large, is the object's affair.
    static let damages = ReceiptDamage.allCases.filter { $0 != .oversized }

    @Test("is only recorded when it cannot be used, unless a policy says otherwise", arguments: damages)
    func recorded(_ damage: ReceiptDamage) async throws {
        let stage = try await Stage(store: MemoryStore())
        let phone = try stage.phone()
        _ = try await stage.exchanges.exchange(
            phone.attestation(stage.challenge(), receiptDamage: damage))
        let record = try #require(try await stage.store.attestedKey(phone.device.keyID)?.receipt)
        #expect(record.fault?.check == damage.expectedCheck)
        #expect(record.facts == nil)
        #expect(record.refresh == ReceiptRefreshState(), "asking Apple about it is of no use")
    }

    @Test("refuses the attestation where a policy says so, and costs neither key nor challenge", arguments: damages)
    func refused(_ damage: ReceiptDamage) async throws {
        let stage = try await Self.stage(ReceiptPolicy(unusable: .refuse))
        let phone = try stage.phone()
        let challenge = try await stage.challenge()
        let refusal = await #expect(throws: ExchangeError.self) {
            try await stage.exchanges.exchange(phone.attestation(challenge, receiptDamage: damage))
        }
        guard case .receipt(let rejection) = refusal else {
            Issue.record("refused as \(String(describing: refusal?.reason))")
            return
        }
        #expect(rejection.reason.check == damage.expectedCheck)
        #expect(refusal?.step?.hasPrefix("R") == true)
        #expect(stage.store.keyCount == 0)
        #expect(stage.store.redemptionCount == 0)
        _ = try await stage.exchanges.exchange(phone.attestation(challenge))
        #expect(stage.store.keyCount == 1)
    }

    @Test("is told and not refused where the policy only reports") func reported() async throws {
        let witness = Witness()
        let stage = try await Self.stage(ReceiptPolicy(unusable: .refuse, reportOnly: true), witness)
        let phone = try stage.phone()
        _ = try await stage.exchanges.exchange(
            phone.attestation(stage.challenge(), receiptDamage: .keyOther))
        #expect(witness.endings.map(\.reported) == [["RECEIPT_KEY_MISMATCH"]])
        #expect(witness.endings.map { $0.refusal?.reason } == [nil])
        let record = try #require(try await stage.store.attestedKey(phone.device.keyID)?.receipt)
        #expect(record.fault == .receiptKeyMismatch)
    }

    @Test("of another leaf of the same key is not taken for its own") func otherLeaf() async throws {
        let stage = try await Stage(store: MemoryStore())
        let phone = try stage.phone()
        // The same key, attested a second time: the receipt of the first leaf.
        var earlier: ReceiptSubject?
        _ = try phone.attestation(await stage.challenge()) { subject in
            earlier = subject
            return try phone.device.receipt(subject)
        }
        let first = try #require(earlier)
        _ = try await stage.exchanges.exchange(
            phone.attestation(stage.challenge()) { subject in
                var other = subject
                other.leafCertificate = first.leafCertificate
                return try phone.device.receipt(other)
            })
        let record = try #require(try await stage.store.attestedKey(phone.device.keyID)?.receipt)
        #expect(record.fault == .receiptKeyMismatch)
    }

    @Test("is not fresh when the attestation was kept back for six minutes, and can be refreshed all the same")
    func late() async throws {
        let stage = try await Stage(store: MemoryStore(), challengeTTL: 3_600)
        let phone = try stage.phone()
        let submission = try phone.attestation(await stage.challenge())
        stage.clock.advance(by: 360)
        _ = try await stage.exchanges.exchange(submission)
        let record = try #require(try await stage.store.attestedKey(phone.device.keyID)?.receipt)
        #expect(record.fault == .receiptNotFresh)
        #expect(record.facts?.createdAt == Specimen.moment)
        #expect(record.refresh.nextAt == Specimen.moment + 360)
    }

    @Test("must come from Apple's own root for apps that take Apple's devices") func roots() async throws {
        #expect(try Specimen.app(trustAnchors: []).acceptedReceiptTrustAnchors == [.appleRootCAG3])
        let own = try Specimen.authority.get().trustAnchor
        #expect(try Specimen.app().acceptedReceiptTrustAnchors == [own])
    }

    private static func stage(
        _ policy: ReceiptPolicy, _ observer: any ExchangeObserver = NoObserver()
    ) async throws -> Stage<MemoryStore> {
        try await Stage(
            store: MemoryStore(), app: Specimen.app(policies: AppPolicies(receipt: policy)), observer: observer)
    }
}
