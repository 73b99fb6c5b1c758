private import AppAttest
internal import FoundationEssentials

/// What becomes of a receipt after its turn.
struct RefreshSettlement: Hashable, Sendable {
    var record: ReceiptRecord
    /// The risk metric, where there is a new one.
    var measurement: RiskMeasurement?
    /// Why the answer was no good receipt.
    var rejection: String?
    /// Why there was no answer.
    var trouble: String?
    /// Seconds that the service wants the team left alone for.
    var pause: Int64?
    /// Whether nothing happened but that the receipt waits until it may be refreshed.
    var isDeferral = false

    init(_ record: ReceiptRecord, isDeferral: Bool = false) {
        (self.record, self.isDeferral) = (record, isDeferral)
    }
}

/// Why an answer that passed every step, or was none, is not kept.
private enum AnswerFault {
    static let unreadable = "ANSWER_UNREADABLE"
    static let older = "RECEIPT_OLDER_THAN_KEPT"
    static let ended = "RECEIPT_ENDED"
}

extension ReceiptRefresh {
    /// - Parameters:
    ///   - facts: of the receipt that is kept.
    ///   - moment: of the answer's arrival.
    func settlement(
        of receipt: ClaimedReceipt, _ facts: ReceiptFacts, _ answer: ReceiptAnswer, _ app: RegisteredApp,
        at moment: Date
    ) -> RefreshSettlement {
        let schedule = RefreshSchedule(
            surroundings: surroundings, now: Int64(secondsSince1970: moment), facts: facts)
        let state = receipt.record.refresh
        switch answer {
        case .receipt(let bytes):
            switch judge(bytes, for: receipt.key, app, keeping: facts, at: moment) {
            case .success(let newer): return receipt.replaced(by: bytes, newer, schedule, settings)
            case .failure(let fault): return receipt.rejected(fault.reason, schedule)
            }
        case .unreadable: return receipt.rejected(AnswerFault.unreadable, schedule)
        case .notModified: return receipt.unchanged(schedule, settings)
        case .badRequest: return receipt.failed(.refusedByApple, schedule, nextAt: nil)
        case .unauthorized:
            let wait = schedule.longBackOff(state.failures)
            var settlement = receipt.failed(.unauthorized, schedule, nextAt: schedule.retry(after: wait))
            settlement.pause = wait
            return settlement
        case .noData: return receipt.failed(.noData, schedule, nextAt: schedule.retryWithoutData(state))
        case .tooManyRequests(let retryAfter):
            let wait = retryAfter.map(RefreshSchedule.within(reason:)) ?? schedule.backOff(state.failures)
            var settlement = receipt.failed(.tooManyRequests, schedule, nextAt: schedule.retry(after: wait))
            settlement.pause = wait
            return settlement
        case .trouble(let status, let retryAfter):
            let wait = max(
                retryAfter.map(RefreshSchedule.within(reason:)) ?? 0, schedule.backOff(state.failures))
            var settlement = receipt.failed(.unavailable, schedule, nextAt: schedule.retry(after: wait))
            settlement.trouble = "status \(status)"
            return settlement
        case .unreachable(let detail):
            var settlement = receipt.failed(
                .unavailable, schedule, nextAt: schedule.retry(after: schedule.backOff(state.failures)))
            settlement.trouble = detail
            return settlement
        }
    }

    private struct Unfit: Error { let reason: String }

    /// Whether an answer is a receipt of this key that Apple has just made, and no older than the one that is kept.
    private func judge(
        _ bytes: [UInt8], for key: AttestedKey, _ app: RegisteredApp, keeping kept: ReceiptFacts, at moment: Date
    ) -> Result<ReceiptFacts, Unfit> {
        let expectation = ReceiptExpectation(
            appID: key.attestedAppID, key: .publicKey(key.publicKey), timing: .arrival, type: .receipt,
            environment: key.environment, trustAnchors: app.acceptedReceiptTrustAnchors,
            clockLeeway: settings.clockLeeway)
        let facts: ReceiptFacts
        do {
            facts = ReceiptFacts(try verifier.verify(bytes, expecting: expectation, at: moment).contents)
        } catch {
            return .failure(Unfit(reason: error.reason.rawValue))
        }
        guard facts.createdAt >= kept.createdAt else { return .failure(Unfit(reason: AnswerFault.older)) }
        guard facts.expiresAt > Int64(secondsSince1970: moment) else {
            return .failure(Unfit(reason: AnswerFault.ended))
        }
        return .success(facts)
    }
}

extension ClaimedReceipt {
    fileprivate func replaced(
        by bytes: [UInt8], _ newer: ReceiptFacts, _ before: RefreshSchedule, _ settings: ReceiptRefresh.Settings
    ) -> RefreshSettlement {
        let schedule = RefreshSchedule(surroundings: before.surroundings, now: before.now, facts: newer)
        var settlement = RefreshSettlement(
            ReceiptRecord(
                receipt: bytes, facts: newer,
                refresh: ReceiptRefreshState(
                    outcome: .refreshed, outcomeAt: schedule.now, failures: 0,
                    nextAt: schedule.refresh(after: settings.interval))))
        settlement.measurement = newer.riskMetric.map { RiskMeasurement(measuredAt: newer.createdAt, metric: $0) }
        return settlement
    }

    fileprivate func unchanged(
        _ schedule: RefreshSchedule, _ settings: ReceiptRefresh.Settings
    ) -> RefreshSettlement {
        var record = record
        record.refresh = ReceiptRefreshState(
            outcome: .notModified, outcomeAt: schedule.now, failures: 0,
            nextAt: schedule.refresh(after: settings.interval))
        return RefreshSettlement(record)
    }

    fileprivate func rejected(_ reason: String, _ schedule: RefreshSchedule) -> RefreshSettlement {
        let wait = schedule.backOff(record.refresh.failures)
        var settlement = failed(.answerRejected, schedule, nextAt: schedule.retry(after: wait))
        settlement.rejection = reason
        return settlement
    }

    /// The same receipt, facts and fault, and one more failure.
    fileprivate func failed(
        _ outcome: RefreshOutcome, _ schedule: RefreshSchedule, nextAt: Int64?
    ) -> RefreshSettlement {
        var record = record
        record.refresh = ReceiptRefreshState(
            outcome: outcome, outcomeAt: schedule.now, failures: max(record.refresh.failures, 0).adding(1),
            nextAt: nextAt)
        return RefreshSettlement(record)
    }
}
