private import Cryptography
public import FoundationEssentials

/// Verifies the receipts that come with attestations and from Apple: who made them, when, and for which app and key.
///
/// A verifier looks at no clock, does no input or output, and may be shared by threads. It remembers chains of signers
/// that it found good, so keep one for long.
public struct ReceiptVerifier: Sendable {
    private let known = KnownReceiptCertificates()
    private let signers: ReceiptSigners

    /// A verifier that remembers nothing yet.
    public init() { self.init(receiptsBeforeTable: ReceiptSigners.receiptsBeforeTable) }

    /// - Parameter receiptsBeforeTable: how many receipts of a signer are verified the ordinary way; what is found of them
    ///   is the same either way.
    package init(receiptsBeforeTable: Int) { signers = ReceiptSigners(receiptsBeforeTable: receiptsBeforeTable) }

    /// How many signers have a table: only such as were seen to sign receipts under a trusted root.
    package var tableCount: Int { signers.tableCount }

    /// Verifies a receipt.
    /// - Parameters:
    ///   - receipt: CMS signed data in BER or DER, at most 32 KiB, as it came. Apple's service for newer receipts gives
    ///     and takes base64 of it.
    ///   - now: the moment that certificates and freshness are judged at; see ``ReceiptTiming``.
    /// - Throws: ``Rejection`` naming the first step that failed.
    public func verify(
        _ receipt: [UInt8], expecting expectation: ReceiptExpectation, at now: Date
    ) throws(Rejection) -> VerifiedReceipt {
        var checklist = Checklist.silent
        return try run(&checklist, receipt, expectation, now)
    }

    /// The same as ``verify(_:expecting:at:)``, with every step on the way, for tools.
    public func judge(
        _ receipt: [UInt8], expecting expectation: ReceiptExpectation, at now: Date
    ) -> Judgement<VerifiedReceipt> {
        var checklist = Checklist(VerificationStep.receipt)
        do {
            let verified = try run(&checklist, receipt, expectation, now)
            return Judgement(result: .success(verified), trace: checklist.trace())
        } catch {
            return Judgement(result: .failure(error), trace: checklist.trace(rejectedBy: error))
        }
    }

    /// Whether somebody under a trusted root made the receipt at the moment it says, for whatever app and key: for tools
    /// that show a receipt, since such a receipt may be anybody's.
    package func judgeOrigin(
        _ receipt: [UInt8], trustAnchors: [TrustAnchor], acceptsUncoveredAttributes: Bool
    ) -> Judgement<AuthenticReceipt> {
        var checklist = Checklist(VerificationStep.authenticReceipt)
        let terms = Terms(
            trustAnchors: trustAnchors, timing: .kept, acceptsUncoveredAttributes: acceptsUncoveredAttributes,
            leeway: 0, now: .distantPast)
        do {
            let authentic = try authenticate(&checklist, receipt, terms)
            try checkMoment(&checklist, authentic, terms)
            return Judgement(result: .success(authentic), trace: checklist.trace())
        } catch {
            return Judgement(result: .failure(error), trace: checklist.trace(rejectedBy: error))
        }
    }

    /// What decides whether a receipt is authentic, apart from the receipt.
    private struct Terms {
        let trustAnchors: [TrustAnchor]
        let timing: ReceiptTiming
        let acceptsUncoveredAttributes: Bool
        let leeway: Int64
        let now: Date
        var readLeaf: ReadLeaf?
    }

    private func run(
        _ checklist: inout Checklist, _ bytes: [UInt8], _ expectation: ReceiptExpectation, _ now: Date
    ) throws(Rejection) -> VerifiedReceipt {
        let terms = Terms(
            trustAnchors: expectation.trustAnchors, timing: expectation.timing,
            acceptsUncoveredAttributes: expectation.acceptsUncoveredAttributes,
            leeway: Int64(min(max(expectation.clockLeeway, 0), 86_400)), now: now, readLeaf: expectation.readLeaf)
        let authentic = try authenticate(&checklist, bytes, terms)
        try checklist.check(.receiptApp) { () throws(Finding) in
            try ReceiptChecks.app(authentic.contents, expectation.appID)
        }
        try checkMoment(&checklist, authentic, terms)
        try checklist.check(.receiptKey) { () throws(Finding) in
            try ReceiptChecks.key(authentic.contents, expectation.key)
        }
        try checklist.check(.receiptConsistency) { () throws(Finding) in
            try ReceiptChecks.consistency(authentic.contents, expectation)
        }
        signers.count(authentic.chain.signer.publicKey.bytes)
        return VerifiedReceipt(authentic, appID: expectation.appID)
    }

    /// Steps R0 to R3.
    private func authenticate(
        _ checklist: inout Checklist, _ bytes: [UInt8], _ terms: Terms
    ) throws(Rejection) -> AuthenticReceipt {
        let (container, certificates) = try checklist.check(.receiptContainer) { () throws(Finding) in
            let container = try ReceiptContainer(bytes)
            let certificates = try known.certificates(container.certificates)
            let note = Note("\(bytes.count) bytes with \(certificates.list.count) certificates")
            return ((container, certificates), note: note)
        }
        let signer = try checklist.check(.receiptSignature) { () throws(Finding) in
            let signer = try ReceiptSignature.signer(of: container, among: certificates.list)
            let (_, note) = try ReceiptSignature.verify(
                container, by: signer, signers.table(of: signer.read.publicKey.bytes),
                acceptsUncoveredAttributes: terms.acceptsUncoveredAttributes)
            return (signer, note: note)
        }
        let chain = try checklist.check(.receiptChain) { () throws(Finding) in
            let chain = try certificates.chain(of: signer, anchors: terms.trustAnchors)
            known.keep(certificates)
            switch terms.timing {
            case .arrival, .recorded: try chain.requireValid(at: Int64(secondsSince1970: terms.now), terms.leeway)
            case .kept: break
            }
            let note = Note(
                """
                signer and intermediate lead to \
                \(chain.anchor == .appleRootCAG3 ? "Apple Root CA - G3" : "a root of your own")
                """)
            return (chain, note: note)
        }
        let contents = try checklist.check(.receiptFields) { () throws(Finding) in
            let contents = try ReceiptContents(container.content, known: terms.readLeaf)
            return (contents, note: Note("type \(contents.type.rawValue)"))
        }
        return AuthenticReceipt(contents: contents, chain: chain)
    }

    private func checkMoment(
        _ checklist: inout Checklist, _ authentic: AuthenticReceipt, _ terms: Terms
    ) throws(Rejection) {
        try checklist.check(.receiptMoment) { () throws(Finding) in
            try ReceiptChecks.moment(
                authentic.contents, authentic.chain, terms.timing, at: terms.now, terms.leeway)
        }
    }
}
