import AppAttest
import AppAttestSimulator
import AppCheck
import FoundationEssentials
import MemoryStore
import Testing

@Suite("A receipt that the service answers with") struct RefreshRejectionTests {
    /// Rejects what was answered, and finds all that was kept as it was.
    private func expectRejection(
        of answer: [UInt8], as reason: String, on stage: RefreshStage,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try stage.record()
        let history = try await stage.history()
        let report = await stage.round(.receipt(answer))
        let after = try stage.record()
        #expect(report.outcomes == [.answerRejected: 1], sourceLocation: sourceLocation)
        #expect(report.rejections == [reason: 1], sourceLocation: sourceLocation)
        #expect(after.receipt == before.receipt, sourceLocation: sourceLocation)
        #expect(after.facts == before.facts && after.fault == before.fault, sourceLocation: sourceLocation)
        #expect(after.refresh.outcome == .answerRejected, sourceLocation: sourceLocation)
        #expect(after.refresh.failures == before.refresh.failures + 1, sourceLocation: sourceLocation)
        #expect(try stage.wait() == 30, sourceLocation: sourceLocation)
        #expect(try await stage.history() == history, sourceLocation: sourceLocation)
    }

    /// The client data hash of Apple's receipts is damaged, and compared with nothing.
    static let damages = ReceiptDamage.allCases.filter { $0 != .clientHashOther }

    @Test("and that is damaged is not kept", arguments: damages) func damage(_ damage: ReceiptDamage) async throws {
        let stage = try await RefreshStage()
        let before = try stage.record()
        let answer = try stage.receipt { try $0.receipt($1, damage: damage) }
        let report = await stage.round(.receipt(answer))
        let reason = try #require(report.rejections.keys.first.flatMap(RejectionReason.init(rawValue:)))
        #expect(reason.check == damage.expectedCheck)
        #expect(report.outcomes == [.answerRejected: 1])
        let after = try stage.record()
        #expect(after.receipt == before.receipt && after.facts == before.facts && after.fault == before.fault)
        #expect(try await stage.history() == [])
    }

    @Test("is not kept if it is of another app") func otherApp() async throws {
        let stage = try await RefreshStage()
        let other = try await RefreshStage()
        let device = try Specimen.authority.get().makeDevice(
            appID: AppID(teamID: Specimen.teamID, bundleID: "com.example.app.ext"), environment: .production,
            generation: .iOS26)
        let answer = try stage.receipt { _, subject in try device.receipt(subject) }
        try await expectRejection(of: answer, as: "RECEIPT_APP_MISMATCH", on: stage)
        // Another key of the same app is no better.
        try stage.setState(ReceiptRefreshState(nextAt: stage.clock.seconds))
        try await expectRejection(of: other.receipt(), as: "RECEIPT_KEY_MISMATCH", on: stage)
    }

    @Test("is not kept if it comes from a device") func fromDevice() async throws {
        let stage = try await RefreshStage()
        try await expectRejection(of: stage.receipt(.attest), as: "RECEIPT_TYPE_UNEXPECTED", on: stage)
    }

    @Test("is not kept if it is of the other environment") func otherEnvironment() async throws {
        let stage = try await RefreshStage(environment: .development)
        let device = try Specimen.authority.get().makeDevice(
            appID: stage.device.appID, environment: .production, generation: .iOS26)
        let answer = try stage.receipt { _, subject in try device.receipt(subject) }
        try await expectRejection(of: answer, as: "RECEIPT_ENVIRONMENT_MISMATCH", on: stage)
    }

    @Test("is not kept if it leads to a root that is not the app's") func otherRoot() async throws {
        let stage = try await RefreshStage()
        let authority = try SimulatedAuthority(
            notBefore: Date(timeIntervalSince1970: 1_735_689_600), notAfter: Date(timeIntervalSince1970: 2_051_222_400))
        let device = try authority.makeDevice(
            appID: stage.device.appID, environment: .production, generation: .iOS26)
        let answer = try stage.receipt { _, subject in try device.receipt(subject) }
        try await expectRejection(of: answer, as: "RECEIPT_CHAIN_UNTRUSTED", on: stage)
    }

    @Test("is not kept if it was made longer ago than 5 minutes, or that far ahead")
    func stale() async throws {
        let stage = try await RefreshStage()
        // The kept one is a day old, so that its age is not what speaks against the answers.
        stage.clock.advance(by: 86_400)
        for age: Int64 in [301, 3_600, -301] {
            try stage.setState(ReceiptRefreshState(nextAt: stage.clock.seconds))
            try await expectRejection(of: stage.receipt(age: age), as: "RECEIPT_NOT_FRESH", on: stage)
        }
        try stage.setState(ReceiptRefreshState(nextAt: stage.clock.seconds))
        let newer = try stage.receipt(age: 300)
        #expect(await stage.round(.receipt(newer)).outcomes == [.refreshed: 1])
    }

    @Test("is judged with the leeway that the operator allows") func leeway() async throws {
        let stage = try await RefreshStage(settings: ReceiptRefresh.Settings(clockLeeway: 30))
        stage.clock.advance(by: 86_400)
        try await expectRejection(of: stage.receipt(age: 331), as: "RECEIPT_NOT_FRESH", on: stage)
        try stage.setState(ReceiptRefreshState(nextAt: stage.clock.seconds))
        let newer = try stage.receipt(age: 330)
        #expect(await stage.round(.receipt(newer)).outcomes == [.refreshed: 1])
    }

    @Test("does not take the place of a newer one") func older() async throws {
        let stage = try await RefreshStage()
        stage.clock.advance(by: 86_400)
        let kept = try stage.receipt(metric: "9")
        #expect(await stage.round(.receipt(kept)).outcomes == [.refreshed: 1])
        // A day later, to be allowed again: as if the service had lost what it made last.
        try stage.edit { record in
            record.facts?.refreshNotBefore = nil
            record.refresh = ReceiptRefreshState(nextAt: stage.clock.seconds)
        }
        try await expectRejection(of: stage.receipt(metric: "1", age: 1), as: "RECEIPT_OLDER_THAN_KEPT", on: stage)
        #expect(try await stage.history().map(\.metric) == ["9"])
        // The very same one is nothing older.
        try stage.setState(ReceiptRefreshState(nextAt: stage.clock.seconds))
        #expect(await stage.round(.receipt(kept)).outcomes == [.refreshed: 1])
        #expect(try await stage.history().map(\.metric) == ["9"])
    }

    @Test("is judged at the moment it comes, not at the one it was asked for") func arrival() async throws {
        let stage = try await RefreshStage()
        stage.clock.advance(by: 86_400)
        let made = try stage.receipt()
        stage.service.answer { _ in
            stage.clock.advance(by: 301)
            return .receipt(made)
        }
        let report = await stage.refresh.round()
        #expect(report.rejections == ["RECEIPT_NOT_FRESH": 1])
        #expect(try stage.record().refresh.outcomeAt == Specimen.moment + 86_400 + 301)
    }
}
