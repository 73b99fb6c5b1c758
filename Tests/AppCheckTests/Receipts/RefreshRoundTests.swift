import AppAttest
import AppAttestSimulator
import AppCheck
import MemoryStore
import Testing

@Suite("A round of refreshments") struct RefreshRoundTests {
    private static let day: Int64 = 86_400

    @Test("asks for a batch, four at a time, and goes on until nothing is due") func batches() async throws {
        let stage = try await RefreshStage()
        try stage.addKeys(39)
        let gate = Gate(opensAt: 4)
        stage.service.answer { _ in
            gate.arrive()
            await gate.wait()
            return .notModified
        }
        var asked: [Int] = []
        while true {
            let report = await stage.refresh.round()
            asked.append(report.asked)
            guard report.goesOn else { break }
        }
        #expect(asked == [16, 16, 8, 0])
        #expect(stage.service.mostUnderWay == 4)
    }

    @Test("leaves a claim much longer than all its requests together") func claimLength() {
        let batches = Int64(ReceiptRefresh.batch / ReceiptRefresh.concurrency)
        #expect(batches * ReceiptRefresh.longestAnswer.components.seconds * 3 < ReceiptRefresh.claimLength)
        #expect(ReceiptRefresh.longestAnswer == .seconds(40))
    }

    @Test("asks for nothing once too little of the claim is left, and gives it back") func claimRunsOut() async throws {
        for (passed, asked) in [(Int64(480), 16), (481, 4), (-1, 4)] {
            let stage = try await RefreshStage()
            try stage.addKeys(15)
            let count = Count()
            stage.service.answer { _ in
                if count.next() == 1 { stage.clock.advance(by: passed) }
                return .notModified
            }
            // One at a time would be exact; of four some may have begun before the clock moved.
            let report = await stage.refresh.round()
            #expect(passed == 480 ? report.asked == asked : report.asked <= asked)
            #expect(report.asked + report.released == 16)
            #expect(stage.records.count { $0.refresh.outcome == nil } == report.released)
            #expect(stage.store.edit { $0.claims.isEmpty })
        }
    }

    @Test("pauses a team that asks too much, and counts no failure for what was not asked") func tooMany() async throws
    {
        let stage = try await RefreshStage()
        try stage.addKeys(39)
        let report = await stage.round(.tooManyRequests(retryAfter: 600))
        #expect((1...4).contains(report.asked))
        #expect(report.outcomes == [.tooManyRequests: report.asked])
        #expect(report.released == 16 - report.asked)
        let untouched = stage.records.filter { $0.refresh == ReceiptRefreshState(nextAt: Specimen.moment) }
        #expect(untouched.count == 40 - report.asked)
        // Neither the next round nor any other asks before the time has passed.
        for seconds: Int64 in [0, 599] {
            stage.clock.seconds = Specimen.moment + seconds
            #expect(await stage.round(.notModified).isEmpty)
        }
        stage.clock.seconds = Specimen.moment + 600
        #expect(await stage.round(.notModified).asked == 16)
    }

    @Test("does not make a pause longer when the clock is set back") func clockSetBack() async throws {
        let stage = try await RefreshStage()
        try stage.addKeys(9)
        _ = await stage.round(.tooManyRequests(retryAfter: 600))
        stage.clock.advance(by: -1)
        for id in stage.store.edit({ Array($0.attested.keys) }) {
            stage.store.edit { contents in
                guard let old = contents.attested[id], var receipt = old.receipt else { return }
                receipt.refresh.nextAt = Specimen.moment - 1
                contents.attested[id] = KeyRecord(
                    key: old.key, counter: 0, lastUsedAt: old.lastUsedAt, revokedAt: nil, receipt: receipt)
            }
        }
        #expect(await stage.round(.notModified).asked == 10)
    }

    @Test("alarms when a team's key is refused, asks no more for that team, and does for others") func unauthorized()
        async throws
    {
        let service = FakeReceiptService(teamIDs: ["OTHERTEAM1", Specimen.teamID])
        let stage = try await RefreshStage(service: service)
        try stage.addKeys(39)
        let other = KeyRecord.ofAnotherTeam(try stage.key())
        stage.store.edit { $0.attested[other.key.keyID] = other }
        let app = try RegisteredApp(
            project: Specimen.project(), appID: other.key.appID, teamID: "OTHERTEAM1",
            bundleIDs: [Specimen.bundleID], trustAnchors: [Specimen.authority.get().trustAnchor])
        stage.store.edit { $0.resources[.app(project: "1234567890", app.appID)] = .app(app) }
        service.answer { $0.teamID == "OTHERTEAM1" ? .notModified : .unauthorized }
        let report = await stage.refresh.round()
        #expect(report.unauthorizedTeams == [Specimen.teamID])
        let refused = try #require(report.outcomes[.unauthorized])
        #expect((1...4).contains(refused))
        #expect(report.outcomes == [.unauthorized: refused, .notModified: 1])
        #expect(report.released == 16 - refused)
        #expect(await stage.refresh.round().isEmpty)
        // An hour later it is tried again, and still nothing was counted for those that were not asked.
        stage.clock.advance(by: 3_600)
        #expect(await stage.round(.notModified).asked == 16)
    }

    @Test("waits when the service answers nobody, and goes on when it answers one") func goesOn() async throws {
        let stage = try await RefreshStage()
        try stage.addKeys(39)
        let outage = await stage.round(.unreachable("no connection"))
        #expect(outage.asked == 16 && !outage.goesOn)
        #expect(outage.troubles == ["no connection": 16])
        let count = Count()
        stage.service.answer { _ in
            count.next() == 1 ? .notModified : .trouble(status: 503, retryAfter: nil)
        }
        let partly = await stage.refresh.round()
        #expect(partly.outcomes == [.notModified: 1, .unavailable: 15] && partly.goesOn)
        #expect(partly.troubles == ["status 503": 15])
    }

    @Test("has nothing to say when nothing is due, and asks for no team without a key") func nothing() async throws {
        let stage = try await RefreshStage(service: FakeReceiptService(teamIDs: ["OTHERTEAM1"]))
        let report = await stage.refresh.round()
        #expect(report.isEmpty && !report.goesOn)
        #expect(try stage.record().refresh == ReceiptRefreshState(nextAt: Specimen.moment))
        let none = try await RefreshStage(service: FakeReceiptService(teamIDs: []))
        #expect(await none.refresh.round().isEmpty)
    }
}

extension KeyRecord {
    /// The same key of an app of the same bundle id and another team.
    fileprivate static func ofAnotherTeam(_ old: KeyRecord) -> KeyRecord {
        let key = AttestedKey(
            keyID: [UInt8](repeating: 7, count: 32), publicKey: old.key.publicKey,
            projectNumber: old.key.projectNumber, appID: "1:1234567890:ios:aaaaaaaaaaaa",
            attestedAppID: AppID(teamID: "OTHERTEAM1", bundleID: Specimen.bundleID), environment: .production,
            attestedAt: old.key.attestedAt)
        return KeyRecord(
            key: key, counter: 0, lastUsedAt: old.lastUsedAt, revokedAt: nil, receipt: old.receipt)
    }
}
