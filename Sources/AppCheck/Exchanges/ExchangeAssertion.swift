private import AppAttest
package import AppCheckTokens
private import Cryptography

/// What a client with a registered key sends to get a token.
package struct AssertionSubmission: Sendable {
    package let project: String
    package let appID: String
    /// As it was given to the client, byte for byte: the client hashed it.
    package let artifact: [UInt8]
    /// CBOR as the device made it.
    package let assertion: [UInt8]
    package let challenge: [UInt8]
    package let limitedUse: Bool

    package init(
        project: String, appID: String, artifact: [UInt8], assertion: [UInt8], challenge: [UInt8], limitedUse: Bool
    ) {
        (self.project, self.appID, self.artifact) = (project, appID, artifact)
        (self.assertion, self.challenge, self.limitedUse) = (assertion, challenge, limitedUse)
    }
}

extension Exchanges {
    /// Verifies an assertion by the key in the artifact, advances its counter durably, and grants a token.
    ///
    /// The counter comes last and together with the challenge, so that nothing unsigned can move it. A key that the store
    /// lost is stored again: the artifact proves it, the challenge keeps out replays.
    package func exchange(_ submission: AssertionSubmission) async throws(ExchangeError) -> AppCheckToken {
        let moment = surroundings.now()
        let app = try await apps.app(
            submission.appID, inProject: submission.project, at: Int64(secondsSince1970: moment))
        let evidence = ExchangeEvidence(
            app: app, object: .assertion(submission.assertion),
            clientDataHash: AssertionVerifier.clientDataHash(of: submission.artifact + submission.challenge),
            judgedAt: moment, clockLeeway: settings.clockLeeway)
        return try await observed(evidence) { progress async throws(ExchangeError) in
            try await exchange(submission, &progress)
        }
    }

    private func exchange(
        _ submission: AssertionSubmission, _ progress: inout ExchangeProgress
    ) async throws(ExchangeError) -> AppCheckToken {
        let (app, now) = (progress.evidence.app, progress.now)
        let artifact = try open(submission.artifact, &progress)
        let verified = try verify(submission, artifact, &progress)
        let redemption = try redemption(
            of: submission.challenge, by: Array("assertion".utf8) + SHA256.hash(submission.assertion), &progress)
        // The attestation itself counts as 0, also where the store no longer knows about it.
        guard verified.counter > 0 else {
            progress.evidence.findings.storedCounter = 0
            throw .counterStale
        }
        let keyID = SHA256.hash(artifact.publicKey)
        let token = try token(
            for: app, limitedUse: submission.limitedUse, challenge: submission.challenge,
            ttl: try await longestTTL(forKey: keyID, &progress), at: now)
        let facts = artifact.facts
        let key = AttestedKey(
            keyID: keyID, publicKey: artifact.publicKey, projectNumber: artifact.projectNumber, appID: artifact.appID,
            attestedAppID: artifact.attestedAppID, environment: facts.environment, attestedAt: artifact.createdAt,
            validationCategory: facts.validationCategory?.rawValue, bundleVersion: facts.bundleVersion,
            osVersion: facts.osVersion)
        switch try await advance(key, to: verified.counter, redemption, at: now) {
        case .advanced: return token
        case .challengeUsed: throw .challenge(.used)
        case .keyMismatch: throw .keyMismatch
        case .revoked: throw .keyRevoked
        case .staleCounter(let stored):
            progress.evidence.findings.storedCounter = stored
            throw .counterStale
        }
    }

    private func open(
        _ sealed: [UInt8], _ progress: inout ExchangeProgress
    ) throws(ExchangeError) -> Artifact {
        let app = progress.evidence.app
        let artifact: Artifact
        do { artifact = try sealer.open(sealed) } catch { throw .artifact(error) }
        progress.evidence.findings.artifact = artifact
        guard artifact.projectNumber == app.project.number, artifact.appID == app.appID else {
            throw .artifact(.otherApp)
        }
        // The registration may be another one than at the attestation: what it no longer allows ends with it.
        guard app.allows(artifact) else { throw .keyNoLongerAllowed }
        return artifact
    }

    private func verify(
        _ submission: AssertionSubmission, _ artifact: Artifact, _ progress: inout ExchangeProgress
    ) throws(ExchangeError) -> VerifiedAssertion {
        do {
            let verified = try assertions.verifyBeforeCounter(
                submission.assertion, clientDataHash: progress.evidence.clientDataHash,
                publicKey: artifact.publicKey, appID: artifact.attestedAppID,
                launchPolicy: progress.evidence.app.policies.launch, attested: artifact.facts)
            progress.reported += verified.reported.map(\.reason.rawValue)
            return verified
        } catch {
            throw .assertion(error)
        }
    }

    private func advance(
        _ key: AttestedKey, to counter: UInt32, _ redemption: ChallengeRedemption, at now: Int64
    ) async throws(ExchangeError) -> AdvanceOutcome {
        do { return try await keys.advance(key, to: counter, redeeming: redemption, at: now) } catch {
            throw ExchangeError(error)
        }
    }
}

extension RegisteredApp {
    /// Whether a key that was attested as the artifact says could be attested now.
    func allows(_ artifact: Artifact) -> Bool {
        environments.contains(artifact.environment) && attestableAppIDs.contains(artifact.attestedAppID)
            && acceptedTrustAnchors.contains { $0.fingerprint == artifact.trustAnchor }
    }
}
