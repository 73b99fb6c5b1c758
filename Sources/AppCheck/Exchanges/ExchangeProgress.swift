internal import AppAttest

/// How far an exchange has come.
struct ExchangeProgress: Sendable {
    var evidence: ExchangeEvidence
    /// The reasons that policies which only report would have had to refuse it.
    var reported: [String] = []

    /// The moment of the exchange, in seconds since 1970.
    var now: Int64 { Int64(secondsSince1970: evidence.judgedAt) }
}

extension Exchanges {
    /// Runs an exchange, and tells the observer how it ended; but for faults that are the server's own.
    func observed<Grant>(
        _ evidence: ExchangeEvidence,
        _ exchange: (inout ExchangeProgress) async throws(ExchangeError) -> Grant
    ) async throws(ExchangeError) -> Grant {
        var progress = ExchangeProgress(evidence: evidence)
        do {
            let grant = try await exchange(&progress)
            observer.observe(
                ExchangeEnding(refusal: nil, reported: progress.reported, evidence: progress.evidence))
            return grant
        } catch {
            if error.step != nil {
                observer.observe(
                    ExchangeEnding(refusal: error, reported: progress.reported, evidence: progress.evidence))
            }
            throw error
        }
    }

    /// Judges the receipt in an attestation: for its leaf, app, environment and client data, and for having just come.
    /// - Returns: what to keep of it.
    /// - Throws: ``ExchangeError/receipt(_:)`` where the app's policy refuses attestations with receipts like this one.
    func judgeReceipt(
        of verified: VerifiedAttestation, _ progress: inout ExchangeProgress
    ) throws(ExchangeError) -> ReceiptRecord {
        let (app, moment) = (progress.evidence.app, progress.evidence.judgedAt)
        var expectation = ReceiptExpectation(
            embeddedIn: verified, clientDataHash: progress.evidence.clientDataHash, timing: .arrival,
            trustAnchors: app.acceptedReceiptTrustAnchors, clockLeeway: settings.clockLeeway)
        do throws(Rejection) {
            let receipt = try receiptVerifier.verify(verified.receipt, expecting: expectation, at: moment)
            return ReceiptRecord(
                receipt: verified.receipt, facts: ReceiptFacts(receipt.contents),
                refresh: ReceiptRefreshState(nextAt: progress.now))
        } catch {
            switch (app.policies.receipt.unusable, app.policies.receipt.reportOnly) {
            case (.refuse, false): throw .receipt(error)
            case (.refuse, true): progress.reported.append(error.reason.rawValue)
            case (.record, _): break
            }
            // One that is only old can be refreshed all the same.
            guard error.reason == .receiptNotFresh else {
                return ReceiptRecord(receipt: verified.receipt, fault: error.reason, facts: nil)
            }
            expectation.timing = .kept
            let kept = try? receiptVerifier.verify(verified.receipt, expecting: expectation, at: moment)
            return ReceiptRecord(
                receipt: verified.receipt, fault: error.reason, facts: kept.map { ReceiptFacts($0.contents) },
                refresh: ReceiptRefreshState(nextAt: kept == nil ? nil : progress.now))
        }
    }
}

extension ReceiptFacts {
    init(_ contents: ReceiptContents) {
        self.init(
            type: contents.type, createdAt: Int64(secondsSince1970: contents.createdAt),
            refreshNotBefore: contents.refreshNotBefore.map { Int64(secondsSince1970: $0) },
            expiresAt: Int64(secondsSince1970: contents.expiresAt), riskMetric: contents.riskMetric?.text)
    }
}
