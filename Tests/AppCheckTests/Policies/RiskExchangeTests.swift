import AppAttest
import AppAttestSimulator
import AppCheck
import AppCheckTokens
import MemoryStore
import Storage
import Testing

@Suite("An assertion of a key at risk") struct RiskExchangeTests {
    private static let day: Int64 = 86_400

    /// A server whose app has the policy, and a registered phone of it whose metric has these values, oldest first, a day
    /// apart, the last of them now.
    private struct Scene: Sendable {
        let stage: Stage<MemoryStore>
        let witness: Witness
        let phone: Phone
        let artifact: [UInt8]

        init(_ risk: RiskPolicy, metrics: [String] = ["11", "12", "13", "14"]) async throws {
            let app = try Specimen.app(tokenTTL: 7_200, policies: AppPolicies(risk: risk))
            witness = Witness()
            stage = try await Stage(store: MemoryStore(), app: app, observer: witness)
            (phone, artifact) = try await stage.registeredPhone()
            setMetrics(metrics)
        }

        func setMetrics(_ metrics: [String]) {
            let measurements = zip(metrics.indices, metrics).map { index, metric in
                RiskMeasurement(
                    measuredAt: Specimen.moment - Int64(metrics.count - 1 - index) * day, metric: metric)
            }
            stage.store.edit { [phone] in $0.measurements[phone.device.keyID] = measurements }
        }

        func assert(_ counter: UInt32 = 1, limitedUse: Bool = false) async throws -> AppCheckToken {
            try await stage.exchanges.exchange(
                phone.assertion(stage.challenge(), artifact: artifact, counter: counter, limitedUse: limitedUse))
        }
    }

    @Test("is granted where risk is only observed, and nothing is told") func observe() async throws {
        let scene = try await Scene(RiskPolicy(action: .observe))
        #expect(try await scene.assert().ttl == 7_200)
        #expect(scene.witness.endings.last?.reported == [])
        // The history is not even read.
        scene.stage.store.edit { $0.readFailure = .unavailable("disk gone") }
        #expect(try await scene.assert(2).ttl == 7_200)
    }

    @Test("is refused where the policy says so, moves nothing, and is granted once the metric falls")
    func refuse() async throws {
        let scene = try await Scene(RiskPolicy(action: .refuseAssertions))
        for limitedUse in [false, true] {
            await #expect(throws: ExchangeError.riskTooHigh) { try await scene.assert(limitedUse: limitedUse) }
        }
        #expect(scene.witness.endings.last?.refusal == .riskTooHigh)
        #expect(
            scene.witness.endings.last?.evidence.findings.riskMeasurements?.map(\.metric) == ["11", "12", "13", "14"])
        #expect(try await scene.stage.counter(of: scene.phone) == 0)
        scene.setMetrics(["11", "12", "13", "14", "10"])
        #expect(try await scene.assert().ttl == 7_200)
        #expect(try await scene.stage.counter(of: scene.phone) == 1)
    }

    @Test("gets shorter tokens where the policy says so, and none that is longer than the app's") func shorten()
        async throws
    {
        let scene = try await Scene(RiskPolicy(action: .shortenTokens, tokenTTL: 1_800))
        let token = try await scene.assert()
        #expect(token.ttl == 1_800)
        let claims = try scene.stage.verify(token)
        #expect(claims.expiry - claims.issuedAt == 1_800)
        #expect(try await scene.assert(2, limitedUse: true).ttl == 300)
        let longer = try await Scene(RiskPolicy(action: .shortenTokens, tokenTTL: 604_800))
        #expect(try await longer.assert().ttl == 7_200)
        scene.setMetrics(["14"])
        #expect(try await scene.assert(3).ttl == 7_200)
    }

    @Test(
        "is granted as ever where the policy only reports, and that is told",
        arguments: [
            RiskPolicy.Action.refuseAssertions, .shortenTokens,
        ])
    func reportOnly(_ action: RiskPolicy.Action) async throws {
        let scene = try await Scene(RiskPolicy(action: action, reportOnly: true))
        #expect(try await scene.assert().ttl == 7_200)
        #expect(scene.witness.endings.last?.refusal == nil)
        #expect(scene.witness.endings.last?.reported == ["RISK_TOO_HIGH"])
        scene.setMetrics(["11", "12", "13", "10"])
        #expect(try await scene.assert(2).ttl == 7_200)
        #expect(scene.witness.endings.last?.reported == [])
    }

    /// Histories that say too little: families and testers have them too.
    private static let harmless: [[String]] = [
        [], ["1000000"], ["11", "12", "13"], ["10", "10", "10", "10", "10"], ["", "", "", "", ""],
        ["-1", "-1", "-1", "-1"], ["many", "many", "many", "many"], ["99", "99", "99", "99", "3"],
    ]

    @Test("alone is refused: no history that says less is held against a key", arguments: harmless)
    func saysTooLittle(_ metrics: [String]) async throws {
        let scene = try await Scene(RiskPolicy(action: .refuseAssertions), metrics: metrics)
        #expect(try await scene.assert().ttl == 7_200)
    }

    @Test("does not keep another key from being attested, nor touch other keys") func otherKeys() async throws {
        let scene = try await Scene(RiskPolicy(action: .refuseAssertions))
        let (phone, artifact) = try await scene.stage.registeredPhone()
        let token = try await scene.stage.exchanges.exchange(
            phone.assertion(scene.stage.challenge(), artifact: artifact, counter: 1))
        #expect(token.ttl == 7_200)
    }

    @Test("is not granted where the history cannot be read: nobody knows") func unreadable() async throws {
        let scene = try await Scene(RiskPolicy(action: .refuseAssertions))
        let challenge = try await scene.stage.challenge()
        let submission = try scene.phone.assertion(challenge, artifact: scene.artifact, counter: 1)
        scene.stage.store.edit { $0.readFailure = .unavailable("disk gone") }
        await #expect(throws: ExchangeError.unavailable("the store is unavailable: disk gone")) {
            try await scene.stage.exchanges.exchange(submission)
        }
        scene.stage.store.edit { $0.readFailure = nil }
        await #expect(throws: ExchangeError.riskTooHigh) { try await scene.stage.exchanges.exchange(submission) }
    }

    @Test("is judged by what receipts from the service brought, day after day") func overRefreshments() async throws {
        let stage = try await RefreshStage(risk: RiskPolicy(action: .refuseAssertions))
        for counter: UInt32 in 1...4 {
            // Three days lie between the first value and the fourth.
            _ = try await stage.assert(counter)
            #expect(await stage.round(.receipt(try stage.receipt(metric: "25"))).outcomes == [.refreshed: 1])
            if counter < 4 { stage.clock.advance(by: Self.day) }
        }
        await #expect(throws: ExchangeError.riskTooHigh) { try await stage.assert(5) }
    }
}
