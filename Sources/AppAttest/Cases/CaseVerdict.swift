internal import FoundationEssentials

/// What came of judging a case.
public struct CaseVerdict: Sendable {
    /// Nil for a valid object.
    public let rejection: Rejection?
    /// Every step on the way.
    public let trace: VerificationTrace

    /// `valid`, or `invalid:` and the check that failed: the words of a case file's `expected`.
    public var text: String { rejection.map { "invalid:\($0.reason.check)" } ?? "valid" }
}

/// How receipts in case files are judged whose signature does not cover their signed attributes.
public enum CaseReceipts: String, Sendable, CaseIterable {
    /// Such a receipt is refused where it stands alone, and accepted inside an attestation, which proves key and app by
    /// itself: so old attestations stay what they were.
    case standard
    /// Such a receipt is refused everywhere.
    case strict
    /// Such a receipt is accepted everywhere.
    case archive
}

extension AppAttestCase {
    /// What an attestation must prove.
    package var expectation: AttestationExpectation {
        AttestationExpectation(
            appIDs: appIDs, environments: environments, trustAnchors: trustAnchors, clockLeeway: clockLeeway,
            launchPolicy: launchPolicy)
    }

    /// Judges the object, with every step on the way. An attestation that is accepted and has a receipt to be judged is
    /// valid when that is, unless the file says that receipts are only recorded; the receipt's steps follow its own.
    public func judge(
        with attestations: AttestationVerifier, _ assertions: AssertionVerifier, _ receipts: ReceiptVerifier = .init(),
        receiptsAre receiptMode: CaseReceipts = .standard
    ) -> CaseVerdict {
        switch subject {
        case .attestation(let object, let keyID, let clientDataHash, let validAt):
            let judgement = attestations.judge(
                object, keyID: keyID, clientDataHash: clientDataHash,
                expecting: expectation, at: validAt)
            let verdict = CaseVerdict(rejection: judgement.rejection, trace: judgement.trace)
            guard let receiptTrustAnchors else { return verdict }
            guard case .success(let verified) = judgement.result else {
                return CaseVerdict(
                    rejection: judgement.rejection,
                    trace: judgement.trace + Checklist(VerificationStep.receipt).trace())
            }
            let receipt = receipts.judge(
                verified.receipt,
                expecting: ReceiptExpectation(
                    embeddedIn: verified, clientDataHash: clientDataHash, timing: .recorded,
                    acceptsUncoveredAttributes: receiptMode != .strict, trustAnchors: receiptTrustAnchors,
                    clockLeeway: clockLeeway),
                at: validAt)
            return refusesUnusableReceipts
                ? CaseVerdict(rejection: receipt.rejection, trace: judgement.trace + receipt.trace)
                : CaseVerdict(rejection: nil, trace: judgement.trace + receipt.trace.onlyReporting)
        case .assertion(let object, let publicKey, let clientDataHash, let previousCounter):
            let judgement = assertions.judge(
                object, clientDataHash: clientDataHash, publicKey: publicKey, appID: appID,
                previousCounter: previousCounter, launchPolicy: launchPolicy, attested: attestedFacts)
            return CaseVerdict(rejection: judgement.rejection, trace: judgement.trace)
        case .receipt(let object, let publicKey, let clientDataHash, let validAt):
            let judgement = receipts.judge(
                object,
                expecting: ReceiptExpectation(
                    appID: appID, key: .publicKey(publicKey), timing: .recorded, clientDataHash: clientDataHash,
                    environment: environment, acceptsUncoveredAttributes: receiptMode == .archive,
                    trustAnchors: receiptTrustAnchors ?? [], clockLeeway: clockLeeway),
                at: validAt)
            return CaseVerdict(rejection: judgement.rejection, trace: judgement.trace)
        case .leafCertificate(let der, let keyID, let validAt):
            return LoneLeaf(certificate: der, keyID: keyID)
                .judge(anchors: trustAnchors, at: Int64(secondsSince1970: validAt))
        }
    }
}

extension Judgement {
    /// Nil when the object was accepted.
    public var rejection: Rejection? {
        switch result {
        case .success: nil
        case .failure(let rejection): rejection
        }
    }
}

extension VerificationTrace {
    fileprivate static func + (left: Self, right: Self) -> Self { Self(entries: left.entries + right.entries) }
}
