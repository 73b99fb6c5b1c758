private import Cryptography

/// An assertion that passed every step but the last: its counter is still to be compared with the stored one, atomically.
public struct VerifiedAssertion: Sendable, Hashable {
    /// The app that the key was attested for.
    public let appID: AppID
    /// The signature counter: 1 or more for a key's first assertion, with gaps. Store it as received.
    public let counter: UInt32
    /// What the system says, signed, about the app's launch.
    public let extensions: LaunchExtensions
    /// What rules of the launch policy that only report would have refused.
    public let reported: [Rejection]
}

/// Verifies assertions by Apple's steps. It has no state.
public struct AssertionVerifier: Sendable {
    /// A verifier; any number may be made.
    public init() {}

    /// SHA-256 of client data exactly as received: never encode them again before hashing.
    public static func clientDataHash(of clientData: [UInt8]) -> [UInt8] { SHA256.hash(clientData) }

    /// Verifies an assertion, the counter included. The caller stores ``VerifiedAssertion/counter`` by compare-and-set,
    /// for two requests may pass here at once; and has made sure that the client data hold a challenge of its own.
    /// - Parameters:
    ///   - assertion: CBOR as the device sent it, at most 4 KiB.
    ///   - clientDataHash: SHA-256 of the client data: 32 bytes.
    ///   - publicKey: of the attested key: 65 bytes, uncompressed X9.63.
    ///   - appID: the one stored with the key.
    ///   - previousCounter: the one stored with the key: 0 after attestation.
    ///   - launchPolicy: what is demanded beyond Apple's steps.
    ///   - facts: what was signed about the key at its attestation; nil where that is not known, which a policy that
    ///     requires something takes for missing.
    /// - Throws: ``Rejection`` naming the first step that failed.
    public func verify(
        _ assertion: [UInt8], clientDataHash: [UInt8], publicKey: [UInt8], appID: AppID, previousCounter: UInt32,
        launchPolicy: LaunchPolicy = .none, attested facts: AttestedFacts? = nil
    ) throws(Rejection) -> VerifiedAssertion {
        var checklist = Checklist.silent
        let verified = try run(&checklist, assertion, clientDataHash, publicKey, appID, launchPolicy, facts)
        try compare(&checklist, verified.counter, previousCounter)
        return verified
    }

    /// The same with every step on the way, for tools.
    public func judge(
        _ assertion: [UInt8], clientDataHash: [UInt8], publicKey: [UInt8], appID: AppID, previousCounter: UInt32,
        launchPolicy: LaunchPolicy = .none, attested facts: AttestedFacts? = nil
    ) -> Judgement<VerifiedAssertion> {
        var checklist = Checklist(VerificationStep.assertion(with: launchPolicy))
        do {
            let verified = try run(
                &checklist, assertion, clientDataHash, publicKey, appID, launchPolicy, facts)
            try compare(&checklist, verified.counter, previousCounter)
            return Judgement(result: .success(verified), trace: checklist.trace())
        } catch {
            return Judgement(result: .failure(error), trace: checklist.trace(rejectedBy: error))
        }
    }

    /// All steps before the counter, for a store that compares and sets it in one transaction.
    package func verifyBeforeCounter(
        _ assertion: [UInt8], clientDataHash: [UInt8], publicKey: [UInt8], appID: AppID,
        launchPolicy: LaunchPolicy = .none, attested facts: AttestedFacts? = nil
    ) throws(Rejection) -> VerifiedAssertion {
        var checklist = Checklist.silent
        return try run(&checklist, assertion, clientDataHash, publicKey, appID, launchPolicy, facts)
    }

    private func run(
        _ checklist: inout Checklist, _ bytes: [UInt8], _ clientDataHash: [UInt8], _ publicKey: [UInt8], _ appID: AppID,
        _ launchPolicy: LaunchPolicy, _ facts: AttestedFacts?
    ) throws(Rejection) -> VerifiedAssertion {
        let (object, data) = try checklist.check(.assertionObject) { () throws(Finding) in
            let object = try AssertionObject(bytes)
            let data = try AuthenticatorData.assertion(object.authenticatorData)
            return ((object, data), note: Note("\(bytes.count) bytes, counter \(data.counter)"))
        }
        // Step 1: the hash itself is the caller's work.
        try checklist.check(.clientData) { () throws(Finding) in try AssertionChecks.clientDataHash(clientDataHash) }
        // Steps 2 and 3.
        try checklist.check(.signature) { () throws(Finding) in
            try AssertionChecks.signature(object, clientDataHash, publicKey)
        }
        // Step 4.
        _ = try checklist.check(.assertedApp) { () throws(Finding) in
            try AttestationChecks.relyingParty(data.rpIDHash, [appID])
        }
        try checklist.check(.assertedExtensions) { () throws(Finding) in ((), note: Note(data.extensions.summary)) }
        try checklist.checkAssertion(Launch(data.extensions, attested: facts), by: launchPolicy)
        return VerifiedAssertion(
            appID: appID, counter: data.counter, extensions: data.extensions, reported: checklist.reported)
    }

    /// Step 5.
    private func compare(
        _ checklist: inout Checklist, _ counter: UInt32, _ previous: UInt32
    ) throws(Rejection) {
        try checklist.check(.counterAdvance) { () throws(Finding) in
            try AssertionChecks.counter(counter, after: previous)
        }
    }
}
