import AppAttestSimulator
import AppCheck
import MemoryStore
import Testing

@Suite("The counts of exchanges") struct ExchangeCounterTests {
    private static let day = Specimen.moment / 86_400

    private static func tally(_ ending: ExchangeTally.Ending, _ reason: String, day: Int64 = day) -> ExchangeTally {
        ExchangeTally(
            projectNumber: "1234567890", appID: Specimen.appID, day: day, ending: ending, reason: reason)
    }

    @Test("tell what was granted, refused and reported, by reason and day") func kinds() async throws {
        let counter = ExchangeCounter()
        let stage = try await Stage(
            store: MemoryStore(),
            app: Specimen.app(
                policies: AppPolicies(receipt: ReceiptPolicy(unusable: .refuse, reportOnly: true))),
            observer: counter)
        _ = try await stage.registeredPhone()
        _ = try await stage.registeredPhone()
        let phone = try stage.phone()
        _ = try await stage.exchanges.exchange(phone.attestation(stage.challenge(), receiptDamage: .signatureBit))
        await #expect(throws: ExchangeError.keyAlreadyRegistered) {
            try await stage.exchanges.exchange(phone.attestation(stage.challenge()))
        }
        stage.clock.advance(by: 86_400)
        await #expect(throws: ExchangeError.self) {
            try await stage.exchanges.exchange(phone.attestation(stage.challenge(), damage: .nonceOther))
        }
        try await counter.flush(to: stage.store)
        #expect(
            stage.store.counts == [
                Self.tally(.granted, ""): 3, Self.tally(.reported, "RECEIPT_SIGNATURE_INVALID"): 1,
                Self.tally(.refused, "KEY_ALREADY_REGISTERED"): 1,
                Self.tally(.refused, "NONCE_MISMATCH", day: Self.day + 1): 1,
            ])
        try await counter.flush(to: stage.store)
        #expect(stage.store.counts.values.reduce(0, +) == 6, "nothing is added twice")
    }

    @Test("wait for a store that cannot take them") func brokenStore() async throws {
        let counter = ExchangeCounter()
        let stage = try await Stage(store: MemoryStore(), observer: counter)
        _ = try await stage.registeredPhone()
        stage.store.edit { $0.writeFailure = .unavailable("disk full") }
        await #expect(throws: StoreError.self) { try await counter.flush(to: stage.store) }
        stage.store.edit { $0.writeFailure = nil }
        _ = try await stage.registeredPhone()
        try await counter.flush(to: stage.store)
        #expect(stage.store.counts == [Self.tally(.granted, ""): 2])
    }

    @Test("leave out what is not about an exchange: unknown names, and faults of the server's own")
    func silence() async throws {
        let witness = Witness()
        let stage = try await Stage(store: MemoryStore(), observer: witness)
        await #expect(throws: ExchangeError.self) {
            try await stage.exchanges.exchange(stage.phone().attestation(stage.challenge(), for: "1:1:ios:a"))
        }
        stage.store.edit { $0.writeFailure = .unavailable("disk full") }
        await #expect(throws: ExchangeError.self) {
            try await stage.exchanges.exchange(stage.phone().attestation(stage.challenge()))
        }
        #expect(witness.endings.isEmpty)
    }

    @Test("know the day of any moment") func days() {
        #expect(ExchangeCounter.day(of: 0) == 0)
        #expect(ExchangeCounter.day(of: 86_399) == 0)
        #expect(ExchangeCounter.day(of: 86_400) == 1)
        #expect(ExchangeCounter.day(of: -1) == -1)
        #expect(ExchangeCounter.day(of: Int64.min) == -106_751_991_167_301)
    }
}
