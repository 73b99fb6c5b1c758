import AppAttest
import AppCheck
import MemoryStore
import TestSupport
import Testing

@Suite("A receipt that is due is not asked for") struct RefreshTurnTests {
    private static let day: Int64 = 86_400

    /// Runs a round in which nothing must be asked, and finds the receipt, what it says, and its failures as they were.
    private func expectSilence(
        on stage: RefreshStage, _ outcome: RefreshOutcome, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try stage.edit { $0.refresh.failures = 2 }
        let before = try stage.record()
        let report = await stage.round(.receipt(try stage.receipt()))
        let after = try stage.record()
        #expect(stage.service.requests.isEmpty, sourceLocation: sourceLocation)
        #expect(report.asked == 0 && report.outcomes == [outcome: 1], sourceLocation: sourceLocation)
        #expect(after.receipt == before.receipt && after.facts == before.facts, sourceLocation: sourceLocation)
        #expect(after.fault == before.fault, sourceLocation: sourceLocation)
        #expect(after.refresh.outcome == outcome, sourceLocation: sourceLocation)
        #expect(after.refresh.outcomeAt == stage.clock.seconds, sourceLocation: sourceLocation)
        #expect(after.refresh.failures == 2, sourceLocation: sourceLocation)
    }

    @Test("once its end has come, ever again") func expired() async throws {
        let stage = try await RefreshStage()
        try stage.put(lastUsedAt: Specimen.moment + RefreshStage.life)
        stage.clock.seconds = Specimen.moment + RefreshStage.life
        try await expectSilence(on: stage, .expired)
        #expect(try stage.record().refresh.nextAt == nil)
        #expect(await stage.round(.notModified).isEmpty)
    }

    @Test("but a second before its end it is") func almostExpired() async throws {
        let stage = try await RefreshStage()
        try stage.put(lastUsedAt: Specimen.moment + RefreshStage.life)
        stage.clock.seconds = Specimen.moment + RefreshStage.life - 1
        let newer = try stage.receipt()
        #expect(await stage.round(.receipt(newer)).outcomes == [.refreshed: 1])
        #expect(try stage.record().receipt == newer)
    }

    @Test("if its key was revoked, ever again") func revoked() async throws {
        let stage = try await RefreshStage()
        try stage.put(revokedAt: Specimen.moment)
        try await expectSilence(on: stage, .notEligible)
        #expect(try stage.record().refresh.nextAt == nil)
    }

    @Test("if it was never verified, ever again") func neverVerified() async throws {
        let stage = try await RefreshStage()
        try stage.edit { ($0.facts, $0.fault) = (nil, .receiptSignatureInvalid) }
        try await expectSilence(on: stage, .notEligible)
        #expect(try stage.record().refresh.nextAt == nil)
    }

    @Test("while the app is not registered, and is a day after it comes back") func appGone() async throws {
        let stage = try await RefreshStage()
        let app = try #require(
            try await stage.store.resource(.app(project: "1234567890", Specimen.appID)))
        try await stage.store.remove(app)
        try await expectSilence(on: stage, .notEligible)
        #expect(try stage.wait() == Self.day)
        try await stage.store.add(Specimen.app())
        stage.clock.advance(by: Self.day)
        #expect(await stage.round(.notModified).outcomes == [.notModified: 1])
    }

    @Test("while the app does not allow the key's environment or App ID") func keyNotAllowed() async throws {
        for app in [try Specimen.app(environments: [.development]), try Specimen.app(bundleIDs: ["com.example.new"])] {
            let stage = try await RefreshStage()
            stage.store.edit { $0.resources[.app(project: "1234567890", Specimen.appID)] = .app(app) }
            try await expectSilence(on: stage, .notEligible)
            #expect(try stage.wait() == Self.day)
        }
    }

    @Test("from Apple, which knows nothing of simulated devices") func simulated() async throws {
        let stage = try await RefreshStage(service: FakeReceiptService(isApple: true))
        try await expectSilence(on: stage, .notEligible)
        #expect(try stage.wait() == Self.day)
        // Devices that lead to Apple's root are real.
        let real = try Specimen.app(trustAnchors: [])
        stage.store.edit { $0.resources[.app(project: "1234567890", Specimen.appID)] = .app(real) }
        stage.clock.advance(by: Self.day)
        #expect(await stage.round(.notModified).outcomes == [.notModified: 1])
        #expect(stage.service.requests.count == 1)
    }

    @Test("before the moment it names, and nothing is said about it") func notBefore() async throws {
        let stage = try await RefreshStage()
        try stage.edit { $0.facts?.refreshNotBefore = Specimen.moment + 777 }
        let before = try stage.record()
        let report = await stage.round(.notModified)
        #expect(report.outcomes.isEmpty && report.deferred == 1 && report.goesOn)
        var expected = before
        expected.refresh.nextAt = Specimen.moment + 777
        #expect(try stage.record() == expected)
        #expect(stage.service.requests.isEmpty)
        stage.clock.advance(by: 776)
        #expect(await stage.round(.notModified).isEmpty)
        stage.clock.advance(by: 1)
        #expect(await stage.round(.notModified).outcomes == [.notModified: 1])
    }

    @Test("if its key was idle for longer than 14 days, and is looked at again after as long")
    func inactive() async throws {
        let stage = try await RefreshStage()
        stage.clock.advance(by: 14 * Self.day + 1)
        try await expectSilence(on: stage, .inactive)
        #expect(try stage.wait() == 14 * Self.day + 1)
        stage.clock.advance(by: 14 * Self.day + 1)
        try await expectSilence(on: stage, .inactive)
        #expect(try stage.wait() == 28 * Self.day + 2)
        // Used again meanwhile, it is asked for.
        stage.clock.advance(by: 28 * Self.day + 2)
        try stage.put(lastUsedAt: stage.clock.seconds - 14 * Self.day)
        #expect(await stage.round(.notModified).outcomes == [.notModified: 1])
        #expect(stage.service.requests.count == 1)
    }

    @Test("by a window of activity that the operator chose, a day later at the earliest") func shortWindow()
        async throws
    {
        let stage = try await RefreshStage(settings: ReceiptRefresh.Settings(activeWindow: 3_600))
        stage.clock.advance(by: 3_600)
        #expect(await stage.round(.trouble(status: 500, retryAfter: nil)).asked == 1)
        let another = try await RefreshStage(settings: ReceiptRefresh.Settings(activeWindow: 3_600))
        another.clock.advance(by: 3_601)
        try await expectSilence(on: another, .inactive)
        #expect(try another.wait() == Self.day)
    }

    @Test("of an idle key is looked at a last time a day before its end, and then at its end") func lastLook()
        async throws
    {
        let stage = try await RefreshStage()
        stage.clock.advance(by: 60 * Self.day)
        try await expectSilence(on: stage, .inactive)
        #expect(try stage.wait() == 29 * Self.day)
        stage.clock.advance(by: 29 * Self.day)
        try await expectSilence(on: stage, .inactive)
        // An hour at least lies between looks, so that none follows itself.
        #expect(try stage.wait() == 3_600)
        stage.clock.advance(by: Self.day - 60)
        try await expectSilence(on: stage, .inactive)
        #expect(try stage.wait() == 60)
        stage.clock.advance(by: 60)
        try await expectSilence(on: stage, .expired)
    }

    @Test("by numbers that are no moments, and no sum overflows") func extremes() async throws {
        for lastUsedAt in [Int64.min, .max] {
            let stage = try await RefreshStage()
            try stage.put(lastUsedAt: lastUsedAt)
            let outcome: RefreshOutcome = lastUsedAt == .min ? .inactive : .notModified
            #expect(await stage.round(.notModified).outcomes == [outcome: 1])
        }
        for facts in [(notBefore: Int64.min, end: Int64.max), (.max, .max), (.max, Specimen.moment + 1)] {
            let stage = try await RefreshStage()
            try stage.edit { record in
                record.facts?.refreshNotBefore = facts.notBefore
                record.facts?.expiresAt = facts.end
            }
            _ = await stage.round(.notModified)
            #expect(try #require(try stage.record().refresh.nextAt) > Specimen.moment)
        }
        for end in [Int64.min, Specimen.moment] {
            let stage = try await RefreshStage()
            try stage.edit { $0.facts?.expiresAt = end }
            #expect(await stage.round(.notModified).outcomes == [.expired: 1])
        }
    }
}
