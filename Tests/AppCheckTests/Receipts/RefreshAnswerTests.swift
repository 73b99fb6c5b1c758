import AppAttest
import AppAttestSimulator
import AppCheck
import MemoryStore
import Testing

@Suite("An answer to the question for a newer receipt") struct RefreshAnswerTests {
    /// An answer that brings no receipt, and what becomes of the one that is kept. Without chance a back-off is half of its
    /// longest: 30 seconds at first, four minutes after three failures.
    struct Case: Sendable, CustomTestStringConvertible {
        let answer: ReceiptAnswer
        let outcome: RefreshOutcome
        /// Seconds until the receipt is due again, after no failure and after three; nil for never.
        let waits: (first: Int64?, later: Int64?)

        var testDescription: String { "\(answer)" }

        init(_ answer: ReceiptAnswer, _ outcome: RefreshOutcome, _ first: Int64?, _ later: Int64?) {
            (self.answer, self.outcome, waits) = (answer, outcome, (first, later))
        }

        static let all: [Case] = [
            Case(.unreadable, .answerRejected, 30, 240),
            Case(.receipt([]), .answerRejected, 30, 240),
            Case(.receipt(Array("no receipt at all".utf8)), .answerRejected, 30, 240),
            Case(.badRequest, .refusedByApple, nil, nil),
            Case(.unauthorized, .unauthorized, 3_600, 3_600),
            Case(.noData, .noData, 86_400, 86_400),
            Case(.tooManyRequests(retryAfter: nil), .tooManyRequests, 30, 240),
            Case(.tooManyRequests(retryAfter: 120), .tooManyRequests, 120, 120),
            Case(.tooManyRequests(retryAfter: 0), .tooManyRequests, 60, 60),
            Case(.tooManyRequests(retryAfter: -7), .tooManyRequests, 60, 60),
            Case(.tooManyRequests(retryAfter: .max), .tooManyRequests, 86_400, 86_400),
            Case(.trouble(status: 500, retryAfter: nil), .unavailable, 30, 240),
            Case(.trouble(status: 503, retryAfter: 100), .unavailable, 100, 240),
            Case(.trouble(status: 503, retryAfter: .max), .unavailable, 86_400, 86_400),
            Case(.trouble(status: 503, retryAfter: .min), .unavailable, 60, 240),
            Case(.trouble(status: 302, retryAfter: nil), .unavailable, 30, 240),
            Case(.unreachable("no answer in time"), .unavailable, 30, 240),
        ]
    }

    @Test("that brings none leaves receipt, facts and fault as they are", arguments: Case.all, [Int64(0), 3])
    func failures(_ specimen: Case, earlier: Int64) async throws {
        let stage = try await RefreshStage()
        try stage.edit { record in
            record.fault = .receiptNotFresh
            record.refresh = ReceiptRefreshState(
                outcome: .unavailable, outcomeAt: stage.clock.seconds - 60, failures: earlier,
                nextAt: stage.clock.seconds)
        }
        let before = try stage.record()
        stage.clock.advance(by: 5)
        let report = await stage.round(specimen.answer)
        let after = try stage.record()
        #expect(after.receipt == before.receipt)
        #expect(after.facts == before.facts)
        #expect(after.fault == .receiptNotFresh)
        #expect(after.refresh.outcome == specimen.outcome)
        #expect(after.refresh.outcomeAt == Specimen.moment + 5)
        #expect(after.refresh.failures == earlier + 1)
        #expect(try stage.wait() == (earlier == 0 ? specimen.waits.first : specimen.waits.later))
        #expect(report.asked == 1)
        #expect(report.outcomes == [specimen.outcome: 1])
        #expect(try await stage.history() == [])
    }

    @Test("that there is nothing new lets the receipt rest for a day, and ends a row of failures")
    func notModified() async throws {
        let stage = try await RefreshStage()
        let state = ReceiptRefreshState(
            outcome: .noData, outcomeAt: stage.clock.seconds - 9, failures: 6, nextAt: stage.clock.seconds)
        try stage.setState(state)
        let before = try stage.record()
        let report = await stage.round(.notModified)
        #expect(report.outcomes == [.notModified: 1])
        let after = try stage.record()
        #expect(after.receipt == before.receipt && after.facts == before.facts && after.fault == before.fault)
        #expect(
            after.refresh
                == ReceiptRefreshState(
                    outcome: .notModified, outcomeAt: Specimen.moment, failures: 0, nextAt: Specimen.moment + 86_400))
    }

    @Test("that is a good receipt takes the place of the old one, with its risk metric")
    func refreshed() async throws {
        let stage = try await RefreshStage()
        try stage.edit { record in
            record.fault = .receiptNotFresh
            record.refresh.failures = 4
        }
        stage.clock.advance(by: 1_000)
        let newer = try stage.receipt(metric: "7")
        let report = await stage.round(.receipt(newer))
        #expect(report.outcomes == [.refreshed: 1])
        #expect(report.rejections.isEmpty)
        let created = Specimen.moment + 1_000
        let expected = ReceiptRecord(
            receipt: newer, fault: nil,
            facts: ReceiptFacts(
                type: .receipt, createdAt: created, refreshNotBefore: created + 86_400,
                expiresAt: created + RefreshStage.life, riskMetric: "7"),
            refresh: ReceiptRefreshState(
                outcome: .refreshed, outcomeAt: created, failures: 0, nextAt: created + 86_400))
        #expect(try stage.record() == expected)
        #expect(try await stage.history() == [RiskMeasurement(measuredAt: created, metric: "7")])
    }

    @Test("in any form that receipts have is taken", arguments: ReceiptVariant.allCases)
    func variants(_ variant: ReceiptVariant) async throws {
        let stage = try await RefreshStage()
        let newer = try stage.receipt { try $0.receipt($1, variant: variant) }
        #expect(await stage.round(.receipt(newer)).outcomes == [.refreshed: 1])
        #expect(try stage.record().receipt == newer)
    }

    @Test("with a metric that is no number is kept in its words, and so is its history", arguments: ["", "-1", "many"])
    func words(_ metric: String) async throws {
        let stage = try await RefreshStage()
        let newer = try stage.receipt(metric: metric)
        #expect(await stage.round(.receipt(newer)).outcomes == [.refreshed: 1])
        #expect(try stage.record().facts?.riskMetric == metric)
        #expect(try await stage.history() == [RiskMeasurement(measuredAt: Specimen.moment, metric: metric)])
    }

    @Test(
        "is asked for with the receipt, the key's environment and its team", arguments: AttestationEnvironment.allCases)
    func question(_ environment: AttestationEnvironment) async throws {
        let stage = try await RefreshStage(environment: environment)
        let kept = try stage.record().receipt
        _ = await stage.round(.notModified)
        let request = FakeReceiptService.Request(
            receipt: kept, environment: environment, teamID: Specimen.teamID)
        #expect(stage.service.requests == [request])
    }
}
