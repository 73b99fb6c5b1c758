package import AppAttest
internal import FoundationEssentials

extension ExchangeCase {
    /// Judges the exchange again, step by step in the order of exchanges, until one refuses it.
    package func judge(
        with attestations: AttestationVerifier, _ assertions: AssertionVerifier, _ receipts: ReceiptVerifier = .init()
    ) -> ExchangeVerdict {
        var replay = ExchangeReplay(self)
        let refusal: ExchangeError?
        do throws(ExchangeError) {
            switch object?.subject {
            case .attestation(let bytes, let keyID, let hash, _):
                try replay.checkChallenge()
                let verified = try replay.check { object in
                    attestations.judge(
                        bytes, keyID: keyID, clientDataHash: hash, expecting: object.expectation, at: judgedAt)
                }
                if let verified { try replay.checkReceipt(of: verified, hash, by: receipts) }
                try replay.checkStore()
            case .assertion(let bytes, let publicKey, let hash, _):
                try replay.checkArtifact()
                try replay.checkKeyAllowed()
                let counter = try replay.check(bytes, publicKey, hash, by: assertions)
                try replay.checkChallenge()
                // Before the store is asked: the attestation itself counts as 0.
                if counter == 0 { try replay.check(counter: counter, above: 0) }
                try replay.checkRisk()
                try replay.checkStore()
                try replay.check(counter: counter, above: storedCounter)
            case nil: try replay.checkArtifact()
            // Not kinds of exchanges: reading the file refuses them.
            case .receipt, .leafCertificate: break
            }
            refusal = nil
        } catch {
            refusal = error
        }
        return ExchangeVerdict(refusal: refusal, trace: replay.trace, refused: refused)
    }
}

/// The steps of one exchange while they run.
struct ExchangeReplay {
    /// A part of an exchange, of one or more steps.
    enum Part { case artifact, keyAllowed, challenge, attestation, receipt, assertion, risk, store, counter }

    let exchange: ExchangeCase
    private var done = ExchangeTrace()
    /// Parts that have not run yet, in the order of exchanges.
    private var ahead: [Part]

    init(_ exchange: ExchangeCase) {
        self.exchange = exchange
        ahead =
            exchange.kind == "attestation"
            ? [.challenge, .attestation, .receipt, .store]
            : [.artifact, .keyAllowed, .assertion, .challenge, .risk, .store, .counter]
    }

    /// What has run, and what was not reached.
    var trace: ExchangeTrace {
        var trace = done
        trace.entries += ahead.flatMap { part in notReached(part) }
        return trace
    }

    /// Remembers the steps of a part that has run.
    mutating func add(_ part: Part, _ entries: [ExchangeTrace.Entry]) {
        done.entries += entries
        ahead.removeAll { $0 == part }
    }

    mutating func pass(_ step: ExchangeStep, _ part: Part, _ note: String) {
        add(part, [ExchangeTrace.Entry(step, .passed(printable(note)))])
    }

    /// Remembers the step that refuses the exchange.
    /// - Returns: the refusal, to be thrown.
    mutating func fail(
        _ step: ExchangeStep, _ part: Part, _ refusal: ExchangeError, expected: String, found: String
    ) -> ExchangeError {
        let comparison = ExchangeTrace.Comparison(refusal, expected: expected, found: found)
        add(part, [ExchangeTrace.Entry(step, .failed(comparison))])
        return refusal
    }

    /// Runs the steps of an attestation.
    /// - Returns: nil where there is no object, which only an assertion may lack.
    mutating func check(
        _ judge: (AppAttestCase) -> Judgement<VerifiedAttestation>
    ) throws(ExchangeError) -> VerifiedAttestation? {
        guard let object = exchange.object else { return nil }
        let judgement = judge(object)
        add(.attestation, ExchangeTrace(judgement.trace).entries)
        do throws(Rejection) { return try judgement.result.get() } catch { throw .attestation(error) }
    }

    /// The receipt has just come, as it had then, whatever the moment is now.
    mutating func checkReceipt(
        of verified: VerifiedAttestation, _ clientDataHash: [UInt8], by receipts: ReceiptVerifier
    ) throws(ExchangeError) {
        guard let object = exchange.object else { return }
        let judgement = receipts.judge(
            verified.receipt,
            expecting: ReceiptExpectation(
                embeddedIn: verified, clientDataHash: clientDataHash, timing: .arrival,
                trustAnchors: object.receiptTrustAnchors ?? [], clockLeeway: object.clockLeeway),
            at: exchange.judgedAt)
        let refuses = object.refusesUnusableReceipts
        add(.receipt, ExchangeTrace(refuses ? judgement.trace : judgement.trace.onlyReporting).entries)
        if refuses, let rejection = judgement.rejection { throw .receipt(rejection) }
    }

    /// Runs the steps of an assertion, but for its counter.
    /// - Returns: the counter.
    mutating func check(
        _ bytes: [UInt8], _ publicKey: [UInt8], _ clientDataHash: [UInt8], by assertions: AssertionVerifier
    ) throws(ExchangeError) -> UInt32 {
        guard let object = exchange.object else { return 0 }
        let judgement = assertions.judge(
            bytes, clientDataHash: clientDataHash, publicKey: publicKey, appID: object.appID, previousCounter: 0,
            launchPolicy: object.launchPolicy, attested: object.attestedFacts)
        let counter = VerificationStep.counterAdvance
        add(.assertion, ExchangeTrace(judgement.trace).entries.filter { $0.code != counter.code })
        switch judgement.result {
        case .success(let verified): return verified.counter
        // All before it passed, and 0 alone is not above 0.
        case .failure(let rejection) where rejection.step == counter: return 0
        case .failure(let rejection): throw .assertion(rejection)
        }
    }

    private func notReached(_ part: Part) -> [ExchangeTrace.Entry] {
        let policy = exchange.object?.launchPolicy ?? .none
        let steps: [VerificationStep]
        switch part {
        case .artifact: return [ExchangeTrace.Entry(.artifact, .notReached)]
        case .keyAllowed: return [ExchangeTrace.Entry(.keyAllowed, .notReached)]
        case .challenge: return [ExchangeTrace.Entry(.challenge, .notReached)]
        case .risk: return [ExchangeTrace.Entry(.risk, .notReached)]
        case .store: return [ExchangeTrace.Entry(.store, .notReached)]
        case .counter: steps = [.counterAdvance]
        case .attestation: steps = VerificationStep.attestation + policy.attestationSteps
        case .receipt: steps = VerificationStep.receipt
        case .assertion: steps = VerificationStep.assertion(with: policy).filter { $0 != .counterAdvance }
        }
        return steps.map { ExchangeTrace.Entry($0, .notReached) }
    }
}
