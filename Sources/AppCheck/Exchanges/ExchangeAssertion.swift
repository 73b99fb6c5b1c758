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
        let now = surroundings.seconds
        let app = try await apps.app(submission.appID, inProject: submission.project, at: now)
        let artifact = try open(submission.artifact, for: app)
        let verified = try verify(submission, artifact)
        let redemption = try redemption(
            of: submission.challenge, for: app, request: Array("assertion".utf8) + SHA256.hash(submission.assertion),
            at: now)
        // The attestation itself counts as 0, also where the store no longer knows about it.
        guard verified.counter > 0 else { throw .counterStale }
        let token = try token(
            for: app, limitedUse: submission.limitedUse, challenge: submission.challenge, at: now)
        let key = AttestedKey(
            keyID: SHA256.hash(artifact.publicKey), publicKey: artifact.publicKey,
            projectNumber: artifact.projectNumber, appID: artifact.appID, attestedAppID: artifact.attestedAppID,
            environment: artifact.environment, attestedAt: artifact.createdAt)
        switch try await advance(key, to: verified.counter, redemption, at: now) {
        case .advanced: return token
        case .challengeUsed: throw .challenge(.used)
        case .staleCounter: throw .counterStale
        case .keyMismatch: throw .keyMismatch
        }
    }

    private func open(_ sealed: [UInt8], for app: RegisteredApp) throws(ExchangeError) -> Artifact {
        let artifact: Artifact
        do { artifact = try sealer.open(sealed) } catch { throw .artifact(error) }
        guard artifact.projectNumber == app.project.number, artifact.appID == app.appID else {
            throw .artifact(.otherApp)
        }
        // The registration may be another one than at the attestation: what it no longer allows ends with it.
        guard app.environments.contains(artifact.environment), app.attestableAppIDs.contains(artifact.attestedAppID),
            app.acceptedTrustAnchors.contains(where: { $0.fingerprint == artifact.trustAnchor })
        else { throw .keyNoLongerAllowed }
        return artifact
    }

    private func verify(
        _ submission: AssertionSubmission, _ artifact: Artifact
    ) throws(ExchangeError) -> VerifiedAssertion {
        let clientData = submission.artifact + submission.challenge
        do {
            return try assertions.verifyBeforeCounter(
                submission.assertion, clientDataHash: AssertionVerifier.clientDataHash(of: clientData),
                publicKey: artifact.publicKey, appID: artifact.attestedAppID)
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
