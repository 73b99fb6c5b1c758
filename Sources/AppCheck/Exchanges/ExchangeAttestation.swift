private import AppAttest
package import AppCheckTokens
private import Cryptography

/// What a client sends to have its key registered.
package struct AttestationSubmission: Sendable {
    package let project: String
    package let appID: String
    /// CBOR as the device made it.
    package let attestationObject: [UInt8]
    package let keyID: [UInt8]
    package let challenge: [UInt8]
    package let limitedUse: Bool

    package init(
        project: String, appID: String, attestationObject: [UInt8], keyID: [UInt8], challenge: [UInt8], limitedUse: Bool
    ) {
        (self.project, self.appID, self.attestationObject) = (project, appID, attestationObject)
        (self.keyID, self.challenge, self.limitedUse) = (keyID, challenge, limitedUse)
    }
}

/// What the client gets for it.
package struct AttestationGrant: Sendable {
    /// Sealed; to be sent back with each assertion.
    package let artifact: [UInt8]
    package let token: AppCheckToken
}

extension Exchanges {
    /// Verifies an attestation, registers its key durably and once, and grants an artifact and a token.
    ///
    /// The identical submission repeated while its challenge lasts gets an equal grant and registers nothing. A token for
    /// limited use then ends when the first one did.
    package func exchange(_ submission: AttestationSubmission) async throws(ExchangeError) -> AttestationGrant {
        let now = surroundings.seconds
        let app = try await apps.app(submission.appID, inProject: submission.project, at: now)
        let redemption = try redemption(
            of: submission.challenge, for: app, request: Self.digestInput(submission), at: now)
        let verified = try verify(submission, for: app)
        let key = AttestedKey(
            keyID: verified.keyID, publicKey: verified.publicKey, projectNumber: app.project.number,
            appID: app.appID, attestedAppID: verified.appID, environment: verified.environment, attestedAt: now,
            receipt: verified.receipt, validationCategory: verified.extensions.validationCategory?.rawValue,
            bundleVersion: verified.extensions.bundleVersion, osVersion: verified.osVersion, osBuild: verified.osBuild)
        // Both are made before the key is stored, so that a registration is never left without its answer.
        let grant = AttestationGrant(
            artifact: try seal(key, vouchedForBy: verified.trustAnchor, at: now),
            token: try token(
                for: app, limitedUse: submission.limitedUse, challenge: submission.challenge, at: now))
        switch try await register(key, redemption) {
        case .registered: return grant
        case .repeated: return submission.limitedUse ? try await renewed(grant, key, submission, app) : grant
        case .challengeUsed: throw .challenge(.used)
        case .keyAlreadyRegistered: throw .keyAlreadyRegistered
        }
    }

    /// The grant with the token of the first time. Verifiers forget a `jti` when its token ends: one with the same `jti`
    /// and a later end could be spent a second time.
    private func renewed(
        _ grant: AttestationGrant, _ key: AttestedKey, _ submission: AttestationSubmission, _ app: RegisteredApp
    ) async throws(ExchangeError) -> AttestationGrant {
        let stored: AttestedKey?
        do { stored = try await keys.attestedKey(key.keyID)?.key } catch { throw ExchangeError(error) }
        // After a clock went backwards the first moment lies ahead, and verifiers refuse tokens from the future.
        guard let first = stored.map({ min($0.attestedAt, key.attestedAt) }),
            key.attestedAt - first < TokenGrant.limitedUseTTL
        else { throw .challenge(.used) }
        let token = try token(for: app, limitedUse: true, challenge: submission.challenge, at: first)
        return AttestationGrant(artifact: grant.artifact, token: token.handedOut(after: key.attestedAt - first))
    }

    private func verify(
        _ submission: AttestationSubmission, for app: RegisteredApp
    ) throws(ExchangeError) -> VerifiedAttestation {
        let expectation = AttestationExpectation(
            appIDs: app.attestableAppIDs, environments: app.environments,
            trustAnchors: app.acceptedTrustAnchors, clockLeeway: settings.clockLeeway)
        do {
            return try attestations.verify(
                submission.attestationObject, keyID: submission.keyID,
                clientDataHash: AttestationVerifier.clientDataHash(ofChallenge: submission.challenge),
                expecting: expectation, at: surroundings.now())
        } catch {
            throw .attestation(error)
        }
    }

    private func seal(
        _ key: AttestedKey, vouchedForBy anchor: TrustAnchor, at now: Int64
    ) throws(ExchangeError) -> [UInt8] {
        let artifact = Artifact(
            projectNumber: key.projectNumber, appID: key.appID, attestedAppID: key.attestedAppID,
            environment: key.environment, publicKey: key.publicKey, trustAnchor: anchor.fingerprint, createdAt: now)
        do {
            return try sealer.seal(artifact, nonce: surroundings.randomBytes(AESGCM.nonceByteCount))
        } catch {
            throw .internalFailure(error.description)
        }
    }

    private func register(
        _ key: AttestedKey, _ redemption: ChallengeRedemption
    ) async throws(ExchangeError) -> RegistrationOutcome {
        do { return try await keys.register(key, redeeming: redemption) } catch { throw ExchangeError(error) }
    }

    /// Two submissions are the same if key, object and kind of token are.
    private static func digestInput(_ submission: AttestationSubmission) -> [UInt8] {
        Array("attestation".utf8) + [submission.limitedUse ? 1 : 0] + SHA256.hash(submission.keyID)
            + SHA256.hash(submission.attestationObject)
    }
}
