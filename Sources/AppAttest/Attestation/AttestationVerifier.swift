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

    /// How many intermediate certificates are remembered: only such as a trusted root was seen to have signed.
    package var knownIntermediateCount: Int { chains.knownCount }

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
    /// - Throws: ``Rejection`` naming the step that failed; of several, the first that needs no signature.
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

    /// Everything that needs no signature is judged first, in the order of Apple's steps; the signatures of step A1 come
    /// after that, and the launch policy last, which judges what is signed alone. All must hold, so the order decides
    /// only which of several faults is named, and what a refusal costs.
    private func run(
        _ checklist: inout Checklist, _ bytes: [UInt8], _ keyID: [UInt8], _ clientDataHash: [UInt8],
        _ expectation: AttestationExpectation, _ now: Date
    ) throws(Rejection) -> VerifiedAttestation {
        let parts = try checklist.check(.attestationObject) { () throws(Finding) in
            let object = try AttestationObject(bytes)
            let (data, credential) = try AuthenticatorData.attestation(object.authenticatorData)
            let parts = Parts(object: object, data: data, credential: credential)
            return (parts, note: Note("\(bytes.count) bytes of format apple-appattest"))
        }
        let object = parts.object
        let chain = try checklist.begin(.certificateChain) { () throws(Finding) in
            try chains.read(
                object.certificates, anchors: expectation.trustAnchors, at: Int64(secondsSince1970: now),
                leeway: Int64(min(max(expectation.clockLeeway, 0), 86_400)))
        }
        let claims: Claims
        do throws(Rejection) {
            claims = try checkClaims(&checklist, parts, chain.leaf, keyID, clientDataHash, expectation)
        } catch {
            checklist.complete(.certificateChain) { () throws(Finding) in try chains.prove(chain).note }
            throw error
        }
        let proven = try checklist.check(.certificateChain) { () throws(Finding) in try chains.prove(chain) }
        var verified = VerifiedAttestation(
            keyID: keyID, publicKey: claims.point, appID: claims.appID, environment: claims.environment,
            extensions: parts.data.extensions, receipt: object.receipt, chain: proven,
            leafDER: object.certificates[0])
        try checklist.checkAttestation(Launch(verified), by: expectation.launchPolicy)
        verified.reported = checklist.reported
        return verified
    }

    private struct Parts {
        let object: AttestationObject
        let data: AuthenticatorData
        let credential: AuthenticatorData.Credential
    }

    /// What an attestation claims, and nobody has signed as far as is known yet.
    private struct Claims {
        /// 65 bytes.
        let point: [UInt8]
        let appID: AppID
        let environment: AttestationEnvironment
    }

    /// Steps A2 to AX2.
    private func checkClaims(
        _ checklist: inout Checklist, _ parts: Parts, _ leaf: Certificate, _ keyID: [UInt8],
        _ clientDataHash: [UInt8], _ expectation: AttestationExpectation
    ) throws(Rejection) -> Claims {
        let (data, credential) = (parts.data, parts.credential)
        try checklist.check(.nonce) { () throws(Finding) in
            try AttestationChecks.nonce(leaf, parts.object.authenticatorData, clientDataHash)
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
        return Claims(point: point, appID: appID, environment: environment)
    }
}
