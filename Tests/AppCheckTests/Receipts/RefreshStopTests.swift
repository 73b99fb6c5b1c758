import AppAttest
import AppCheck
import MemoryStore
import Testing

@Suite("A refreshment that is interrupted") struct RefreshStopTests {
    @Test("gives back what it claimed, counts no failure, and is taken up by the next at once") func stop() async throws
    {
        let stage = try await RefreshStage()
        try stage.addKeys(19)
        let (begun, never) = (Gate(opensAt: 4), Gate(opensAt: 1_000))
        stage.service.answer { _ in
            begun.arrive()
            await never.wait()
            return .unreachable("given up")
        }
        let round = Task { await stage.refresh.round() }
        await begun.wait()
        round.cancel()
        let report = await round.value
        #expect(report.asked == 4 && report.released == 16 && report.outcomes.isEmpty)
        #expect(report.troubles.isEmpty && report.faults.isEmpty)
        #expect(stage.records.allSatisfy { $0.refresh == ReceiptRefreshState(nextAt: Specimen.moment) })
        #expect(await stage.round(.notModified).asked == 16)
    }

    @Test("keeps an answer that came before it was stopped") func lateAnswer() async throws {
        let stage = try await RefreshStage()
        let newer = try stage.receipt()
        let (begun, never) = (Gate(opensAt: 1), Gate(opensAt: 1_000))
        stage.service.answer { _ in
            begun.arrive()
            await never.wait()
            return .receipt(newer)
        }
        let round = Task { await stage.refresh.round() }
        await begun.wait()
        round.cancel()
        #expect(await round.value.outcomes == [.refreshed: 1])
        #expect(try stage.record().receipt == newer)
    }

    @Test("asks nothing if it was stopped before it began") func stoppedBefore() async throws {
        let stage = try await RefreshStage()
        let gate = Gate(opensAt: 1_000)
        let round = Task {
            await gate.wait()
            return await stage.refresh.round()
        }
        round.cancel()
        #expect(await round.value.isEmpty)
        #expect(stage.service.requests.isEmpty)
    }

    @Test("by a server that died is taken up once its claims have ended") func death() async throws {
        let stage = try await RefreshStage()
        try stage.addKeys(19)
        let dead = ReceiptClaim(
            id: [UInt8](repeating: 1, count: 16), madeAt: Specimen.moment, endsAt: Specimen.moment + 600)
        #expect(
            try await stage.store.claimDueReceipts(dead, ofTeam: Specimen.teamID, limit: 16).count == 16)
        #expect(await stage.round(.notModified).asked == 4)
        stage.clock.advance(by: 599)
        #expect(await stage.round(.notModified).isEmpty)
        stage.clock.advance(by: 1)
        #expect(await stage.round(.notModified).asked == 16)
        #expect(stage.records.allSatisfy { $0.refresh.outcome == .notModified })
    }

    @Test("for so long that others took over changes nothing of what they settled") func overtaken() async throws {
        let stage = try await RefreshStage()
        let other = RefreshStage.surroundings(stage.clock, chance: 0, seed: "another server")
        let theirs = ReceiptRefresh(
            store: stage.store, registry: stage.store, service: FakeReceiptService { _ in .noData },
            surroundings: other)
        let newer = try stage.receipt()
        stage.service.answer { _ in
            stage.clock.advance(by: 600)
            #expect(await theirs.round().outcomes == [.noData: 1])
            stage.clock.advance(by: -600)
            return .receipt(newer)
        }
        let report = await stage.refresh.round()
        #expect(report.lost == 1 && report.outcomes.isEmpty)
        #expect(try stage.record().refresh.outcome == .noData)
        #expect(try stage.record().receipt != newer)
        #expect(try await stage.history() == [])
    }

    @Test("by a store that is away tells so, and the next round goes on") func storeAway() async throws {
        let stage = try await RefreshStage()
        try stage.addKeys(15)
        stage.store.edit { $0.writeFailure = .unavailable("disk full") }
        let away = await stage.round(.notModified)
        #expect(away.faults == ["the store is unavailable: disk full"])
        #expect(away.storeIsAway && !away.goesOn && away.asked == 0)
        // It breaks down between asking and settling: at most what is under way is asked for.
        stage.store.edit { $0.writeFailure = nil }
        stage.service.answer { _ in
            stage.store.edit { $0.writeFailure = .unavailable("disk full") }
            return .notModified
        }
        let half = await stage.refresh.round()
        #expect((1...4).contains(half.asked) && half.storeIsAway && half.outcomes.isEmpty)
        stage.store.edit { $0.writeFailure = nil }
        #expect(await stage.round(.notModified).isEmpty)
        stage.clock.advance(by: 600)
        #expect(await stage.round(.notModified).outcomes == [.notModified: 16])
    }

    @Test("by an app that cannot be read leaves the others their turn") func unreadable() async throws {
        let stage = try await RefreshStage()
        try stage.addKeys(15)
        let reads = Count()
        let registry = PartlyUnreadable(registry: stage.store) { reads.next() == 4 }
        let refresh = ReceiptRefresh(
            store: stage.store, registry: registry, service: stage.service,
            surroundings: RefreshStage.surroundings(stage.clock, chance: 0))
        let report = await refresh.round()
        #expect(report.faults == ["the store cannot be read: an app"])
        #expect(report.outcomes == [.notModified: 15] && !report.storeIsAway)
    }
}

/// Cannot read the apps that it is told.
private struct PartlyUnreadable: Registry {
    let registry: any Registry
    let fails: @Sendable () -> Bool

    func project(_ reference: String) async throws(StoreError) -> RegisteredProject? {
        try await registry.project(reference)
    }

    func app(_ appID: String, in project: Project) async throws(StoreError) -> RegisteredApp? {
        guard !fails() else { throw .unreadable("an app") }
        return try await registry.app(appID, in: project)
    }
}
