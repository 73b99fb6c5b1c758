import AppCheck
import Testing
import TestSupport

@Suite("Every store, when it keeps the history of risk") struct RiskHistoryContract {
    @Test("gives a key's measurements, oldest first, in Apple's words", arguments: Backend.all)
    func order(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            for number in 1...2 {
                _ = try await store.register(specimenKey(number), redeeming: redemption(number))
            }
            #expect(try await store.riskMeasurements(of: digest(1)) == [])
            let measurements = [
                RiskMeasurement(measuredAt: -5, metric: "0"), RiskMeasurement(measuredAt: 10, metric: ""),
                RiskMeasurement(measuredAt: 20, metric: "12 or so, \"Läden\" \\ 日本"),
                RiskMeasurement(measuredAt: .max, metric: "4294967295"),
            ]
            for measurement in measurements.shuffled() { try await add(measurement, to: store) }
            #expect(try await store.riskMeasurements(of: digest(1)) == measurements)
            #expect(try await store.riskMeasurements(of: digest(2)) == [])
            #expect(try await store.riskMeasurements(of: []) == [])
        }
    }

    @Test("adds nothing for a moment that has its measurement", arguments: Backend.all)
    func sameMoment(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            let first = RiskMeasurement(measuredAt: 10, metric: "1")
            for _ in 0..<2 { try await add(first, to: store) }
            try await add(RiskMeasurement(measuredAt: 10, metric: "2"), to: store)
            #expect(try await store.riskMeasurements(of: digest(1)) == [first])
        }
    }

    @Test("keeps the newest 64 of a key, however they come", arguments: Backend.all)
    func capacity(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            for number in 1...2 {
                _ = try await store.register(specimenKey(number), redeeming: redemption(number))
            }
            try await add(RiskMeasurement(measuredAt: 1, metric: "of another key"), to: store, key: 2)
            for moment in (1...70).shuffled() {
                try await add(RiskMeasurement(measuredAt: Int64(moment), metric: "\(moment)"), to: store)
            }
            let kept = try await store.riskMeasurements(of: digest(1))
            #expect(kept.map(\.measuredAt) == Array(7...70))
            #expect(kept.allSatisfy { $0.metric == "\($0.measuredAt)" })
            // One that is older than all that is kept.
            try await add(RiskMeasurement(measuredAt: 3, metric: "late"), to: store)
            #expect(try await store.riskMeasurements(of: digest(1)) == kept)
            #expect(try await store.riskMeasurements(of: digest(2)).count == 1)
        }
    }

    /// Claims the receipt of a key, which stays due, and settles it with the measurement.
    private func add(_ measurement: RiskMeasurement, to store: any StorePorts, key number: Int = 1) async throws {
        _ = try await store.claimDueReceipts(claim(1), ofTeam: "ABCDE12345", limit: 9)
        #expect(
            try await store.settleReceipt(
                of: digest(number), under: claim(1), as: specimenReceipt(), adding: measurement))
    }
}
