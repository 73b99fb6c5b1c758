internal import Cryptography
public import FoundationEssentials

/// What an attestation must prove to be accepted.
public struct AttestationExpectation: Sendable, Hashable {
    /// The apps that are expected here; the verified attestation says which one it was.
    public var appIDs: [AppID]
    /// The environments that keys may come from. Production alone unless asked for.
    public var environments: Set<AttestationEnvironment>
    /// Where certificate chains must end. Apple's root unless devices are simulated.
    public var trustAnchors: [TrustAnchor]
    /// Seconds by which periods of validity are widened at both ends, for clocks that disagree: 0 to 60 as a rule.
    /// Less than none counts as none, and more than a day as a day.
    public var clockLeeway: Int
    /// What is demanded beyond Apple's steps.
    public var launchPolicy: LaunchPolicy

    /// An expectation that is strict but for the apps it names.
    public init(
        appIDs: [AppID], environments: Set<AttestationEnvironment> = [.production],
        trustAnchors: [TrustAnchor] = [.appleAppAttestationRootCA], clockLeeway: Int = 0,
        launchPolicy: LaunchPolicy = .none
    ) {
        (self.appIDs, self.environments) = (appIDs, environments)
        (self.trustAnchors, self.clockLeeway, self.launchPolicy) = (trustAnchors, clockLeeway, launchPolicy)
    }
}

/// Verifies attestations by Apple's nine steps and the consistency checks that every real object passes.
///
/// A verifier looks at no clock, does no input or output, and may be shared by threads. It remembers intermediate
/// certificates that it found good, so keep one for long.
public struct AttestationVerifier: Sendable {
    private let chains = ChainValidator()

    /// A verifier that remembers nothing yet.
    public init() {}

    /// SHA-256 of a challenge: the client data hash of clients that hash the challenge's bytes as they came.
    public static func clientDataHash(ofChallenge challenge: [UInt8]) -> [UInt8] { SHA256.hash(challenge) }

    /// Verifies an attestation.
    /// - Parameters:
    ///   - attestationObject: CBOR as the device sent it, at most 32 KiB.
    ///   - keyID: 32 bytes, decoded from the base64 text of the client.
    ///   - clientDataHash: exactly the bytes that the app handed to `attestKey`, 32 as a rule. They must stem from a
    ///     challenge of your own; never try several.
    ///   - now: the moment that certificates are judged at.
    /// - Throws: ``Rejection`` naming the first step that failed.
    public func verify(
        _ attestationObject: [UInt8], keyID: [UInt8], clientDataHash: [UInt8],
        expecting expectation: AttestationExpectation, at now: Date
    ) throws(Rejection) -> VerifiedAttestation {
        var checklist = Checklist.silent
        return try run(&checklist, attestationObject, keyID, clientDataHash, expectation, now)
    }

    /// The same as ``verify(_:keyID:clientDataHash:expecting:at:)``, with every step on the way, for tools.
    public func judge(
        _ attestationObject: [UInt8], keyID: [UInt8], clientDataHash: [UInt8],
        expecting expectation: AttestationExpectation, at now: Date
    ) -> Judgement<VerifiedAttestation> {
        var checklist = Checklist(VerificationStep.attestation + expectation.launchPolicy.attestationSteps)
        do {
            let verified = try run(&checklist, attestationObject, keyID, clientDataHash, expectation, now)
            return Judgement(result: .success(verified), trace: checklist.trace())
        } catch {
            return Judgement(result: .failure(error), trace: checklist.trace(rejectedBy: error))
        }
    }

    private func run(
        _ checklist: inout Checklist, _ bytes: [UInt8], _ keyID: [UInt8], _ clientDataHash: [UInt8],
        _ expectation: AttestationExpectation, _ now: Date
    ) throws(Rejection) -> VerifiedAttestation {
        let parts = try checklist.check(.attestationObject) { () throws(Finding) in
            let object = try AttestationObject(bytes)
            let (data, credential) = try AuthenticatorData.attestation(object.authenticatorData)
            return ((object, data, credential), note: Note("\(bytes.count) bytes of format apple-appattest"))
        }
        let (object, data, credential) = parts
        let (leaf, anchor) = try checklist.check(.certificateChain) { () throws(Finding) in
            try chains.validate(
                object.certificates, anchors: expectation.trustAnchors, at: Int64(secondsSince1970: now),
                leeway: Int64(min(max(expectation.clockLeeway, 0), 86_400)))
        }
        try checklist.check(.nonce) { () throws(Finding) in
            try AttestationChecks.nonce(leaf, object.authenticatorData, clientDataHash)
        }
        let point = try checklist.check(.keyID) { () throws(Finding) in
            try AttestationChecks.keyID(leaf, keyID)
        }
        let appID = try checklist.check(.relyingParty) { () throws(Finding) in
            try AttestationChecks.relyingParty(data.rpIDHash, expectation.appIDs)
        }
        try checklist.check(.counterZero) { () throws(Finding) in
            try AttestationChecks.counterZero(data.counter)
        }
        let environment = try checklist.check(.environment) { () throws(Finding) in
            try AttestationChecks.environment(credential.aaguid, expectation.environments)
        }
        try checklist.check(.credentialID) { () throws(Finding) in
            try AttestationChecks.credentialID(credential.credentialID, keyID)
        }
        try checklist.check(.consistency) { () throws(Finding) in
            try AttestationChecks.consistency(leaf, credential.publicKey, point, keyID, appID)
        }
        try checklist.check(.extensions) { () throws(Finding) in ((), note: Note(data.extensions.summary)) }
        var verified = VerifiedAttestation(
            keyID: keyID, publicKey: point, appID: appID, environment: environment, extensions: data.extensions,
            receipt: object.receipt, trustAnchor: anchor, leaf: leaf, leafDER: object.certificates[0])
        try checklist.checkAttestation(Launch(verified), by: expectation.launchPolicy)
        verified.reported = checklist.reported
        return verified
    }
}
