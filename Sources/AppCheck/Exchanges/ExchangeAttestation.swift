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
    /// Verifies an attestation and the receipt in it, registers its key durably and once, and grants an artifact and a
    /// token.
    ///
    /// The identical submission repeated while its challenge lasts gets an equal grant and registers nothing. A token for
    /// limited use then ends when the first one did.
    package func exchange(_ submission: AttestationSubmission) async throws(ExchangeError) -> AttestationGrant {
        let moment = surroundings.now()
        let app = try await apps.app(
            submission.appID, inProject: submission.project, at: Int64(secondsSince1970: moment))
        let evidence = ExchangeEvidence(
            app: app, object: .attestation(submission.attestationObject, keyID: submission.keyID),
            clientDataHash: AttestationVerifier.clientDataHash(ofChallenge: submission.challenge), judgedAt: moment,
            clockLeeway: settings.clockLeeway)
        return try await observed(evidence) { progress async throws(ExchangeError) in
            try await exchange(submission, &progress)
        }
    }

    private func exchange(
        _ submission: AttestationSubmission, _ progress: inout ExchangeProgress
    ) async throws(ExchangeError) -> AttestationGrant {
        let (app, now) = (progress.evidence.app, progress.now)
        let redemption = try redemption(of: submission.challenge, by: Self.digestInput(submission), &progress)
        let verified = try verify(submission, &progress)
        let receipt = try judgeReceipt(of: verified, &progress)
        let key = AttestedKey(
            keyID: verified.keyID, publicKey: verified.publicKey, projectNumber: app.project.number,
            appID: app.appID, attestedAppID: verified.appID, environment: verified.environment, attestedAt: now,
            validationCategory: verified.extensions.validationCategory?.rawValue,
            bundleVersion: verified.extensions.bundleVersion, osVersion: verified.osVersion, osBuild: verified.osBuild)
        // Both are made before the key is stored, so that a registration is never left without its answer.
        let grant = AttestationGrant(
            artifact: try seal(verified, of: app, at: now),
            token: try token(
                for: app, limitedUse: submission.limitedUse, challenge: submission.challenge, at: now))
        switch try await register(key, with: receipt, redemption) {
        case .registered: return grant
        case .repeated: return submission.limitedUse ? try await renewed(grant, key, submission, app) : grant
        case .challengeUsed: throw .challenge(.used)
        case .keyAlreadyRegistered: throw .keyAlreadyRegistered
        case .revoked: throw .keyRevoked
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
        _ submission: AttestationSubmission, _ progress: inout ExchangeProgress
    ) throws(ExchangeError) -> VerifiedAttestation {
        let app = progress.evidence.app
        let expectation = AttestationExpectation(
            appIDs: app.attestableAppIDs, environments: app.environments,
            trustAnchors: app.acceptedTrustAnchors, clockLeeway: settings.clockLeeway,
            launchPolicy: app.policies.launch)
        do {
            let verified = try attestations.verify(
                submission.attestationObject, keyID: submission.keyID,
                clientDataHash: progress.evidence.clientDataHash, expecting: expectation,
                at: progress.evidence.judgedAt)
            progress.reported += verified.reported.map(\.reason.rawValue)
            return verified
        } catch {
            throw .attestation(error)
        }
    }

    private func seal(
        _ verified: VerifiedAttestation, of app: RegisteredApp, at now: Int64
    ) throws(ExchangeError) -> [UInt8] {
        let artifact = Artifact(
            projectNumber: app.project.number, appID: app.appID, attestedAppID: verified.appID,
            facts: verified.facts, publicKey: verified.publicKey, trustAnchor: verified.trustAnchor.fingerprint,
            createdAt: now)
        do {
            return try sealer.seal(artifact, nonce: surroundings.randomBytes(AESGCM.nonceByteCount))
        } catch {
            throw .internalFailure(error.description)
        }
    }

    private func register(
        _ key: AttestedKey, with receipt: ReceiptRecord, _ redemption: ChallengeRedemption
    ) async throws(ExchangeError) -> RegistrationOutcome {
        do { return try await keys.register(key, with: receipt, redeeming: redemption) } catch {
            throw ExchangeError(error)
        }
    }

    /// Two submissions are the same if key, object and kind of token are.
    private static func digestInput(_ submission: AttestationSubmission) -> [UInt8] {
        var input = Array("attestation".utf8)
        input.reserveCapacity(input.count + 1 + 2 * SHA256.byteCount)
        input.append(submission.limitedUse ? 1 : 0)
        input += SHA256.hash(submission.keyID)
        input += SHA256.hash(submission.attestationObject)
        return input
    }
}
