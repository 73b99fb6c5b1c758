import AppAttest
import AppCheck
import Cryptography
import MemoryStore
import Storage
import TestSupport
import Testing

@Suite("Two servers over one file") struct RefreshRaceTests {
    @Test("ask for each of 1,000 receipts exactly once") func thousand() async throws {
        try await withDatabase { path in
            let stores = [try await SQLiteStore.open(path: path), try await SQLiteStore.open(path: path)]
            do { try await race(over: stores) } catch {
                for store in stores { await store.close() }
                throw error
            }
            for store in stores { await store.close() }
        }
    }

    private func race(over stores: [SQLiteStore]) async throws {
        try await stores[0].add(Specimen.project())
        try await stores[0].add(Specimen.app())
        try await withThrowingTaskGroup { group in
            for number in 0..<1_000 { group.addTask { try await register(number, in: stores[0]) } }
            try await group.waitForAll()
        }
        // Nobody gets an answer before both have asked.
        let gate = Gate(opensAt: 2)
        let clock = StoppedClock(Specimen.moment)
        let services = stores.map { _ in
            let count = Count()
            return FakeReceiptService { _ in
                if count.next() == 1 { gate.arrive() }
                await gate.wait()
                return .notModified
            }
        }
        let reports = await withTaskGroup(of: [RefreshReport].self) { group in
            for (index, store) in stores.enumerated() {
                let refresh = ReceiptRefresh(
                    store: store, registry: store, service: services[index],
                    surroundings: clock.surroundings(seed: "server \(index)"))
                group.addTask {
                    var reports = [await refresh.round()]
                    while reports[reports.count - 1].goesOn { reports.append(await refresh.round()) }
                    return reports
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(services.allSatisfy { !$0.requests.isEmpty })
        let asked = services.flatMap(\.requests).map(\.receipt)
        #expect(asked.count == 1_000)
        #expect(Set(asked) == Set((0..<1_000).map(Self.receipt)))
        #expect(reports.allSatisfy { $0.faults.isEmpty && $0.lost == 0 && $0.released == 0 })
        for number in 0..<1_000 {
            let state = try await stores[1].attestedKey(Self.keyID(number))?.receipt?.refresh
            #expect(state?.outcome == .notModified && state?.failures == 0)
        }
    }

    private static func receipt(_ number: Int) -> [UInt8] { Array("receipt \(number)".utf8) }
    private static func keyID(_ number: Int) -> [UInt8] { SHA256.hash(Array("key \(number)".utf8)) }

    private func register(_ number: Int, in store: SQLiteStore) async throws {
        let key = AttestedKey(
            keyID: Self.keyID(number), publicKey: [4] + [UInt8](repeating: 1, count: 64),
            projectNumber: "1234567890", appID: Specimen.appID,
            attestedAppID: AppID(teamID: Specimen.teamID, bundleID: Specimen.bundleID), environment: .production,
            attestedAt: Specimen.moment)
        let facts = ReceiptFacts(
            type: .attest, createdAt: Specimen.moment, refreshNotBefore: nil,
            expiresAt: Specimen.moment + RefreshStage.life, riskMetric: nil)
        let record = ReceiptRecord(
            receipt: Self.receipt(number), facts: facts, refresh: ReceiptRefreshState(nextAt: Specimen.moment))
        let challenge = ChallengeRedemption(
            challengeID: SHA256.hash(Array("challenge \(number)".utf8)), expiresAt: Specimen.moment + 300,
            requestDigest: SHA256.hash(Array("request \(number)".utf8)))
        #expect(try await store.register(key, with: record, redeeming: challenge) == .registered)
    }
}
