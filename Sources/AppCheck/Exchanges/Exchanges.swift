package import AppAttest
package import AppCheckTokens
private import Cryptography

/// The use cases around tokens: what is exchanged for them, what is minted, verified and used up, and the keys to publish.
/// A class, because each request takes it in hand several times.
package final class Exchanges: Sendable {
    let apps: AppDirectory
    let challenges: any ChallengeAuthority
    let keys: any AttestedKeyStore
    let receipts: any ReceiptStore
    let resources: any ResourceStore
    let consumedTokens: any ConsumedTokenStore
    let sealer: ArtifactSealer
    let signing: SigningKeys
    let surroundings: Surroundings
    let settings: Settings
    let observer: any ExchangeObserver
    let attestations = AttestationVerifier()
    let assertions = AssertionVerifier()
    let receiptVerifier: ReceiptVerifier

    /// What an operator may decide about exchanges.
    package struct Settings: Sendable {
        /// What the issuer of tokens begins with; the project's number follows after a slash.
        package let issuerBase: String
        /// Seconds by which certificates' periods of validity are widened.
        package let clockLeeway: Int

        package init(issuerBase: String = TokenProject.firebaseIssuerBase, clockLeeway: Int = 0) {
            (self.issuerBase, self.clockLeeway) = (issuerBase, clockLeeway)
        }
    }

    package init(
        apps: AppDirectory, challenges: any ChallengeAuthority, keys: any AttestedKeyStore,
        receipts: any ReceiptStore, resources: any ResourceStore, consumedTokens: any ConsumedTokenStore,
        sealer: ArtifactSealer, signing: SigningKeys, surroundings: Surroundings, settings: Settings = Settings(),
        receiptVerifier: ReceiptVerifier = ReceiptVerifier(), observer: any ExchangeObserver = NoObserver()
    ) {
        (self.apps, self.challenges, self.keys, self.receipts) = (apps, challenges, keys, receipts)
        (self.receiptVerifier, self.observer) = (receiptVerifier, observer)
        (self.resources, self.consumedTokens, self.sealer) = (resources, consumedTokens, sealer)
        (self.signing, self.surroundings, self.settings) = (signing, surroundings, settings)
    }

    /// A challenge for one exchange of this app. Nothing is stored, and while the store cannot be asked, apps that were
    /// found before get theirs.
    package func issueChallenge(appID: String, inProject project: String) async throws(ExchangeError) -> IssuedChallenge
    {
        let now = surroundings.seconds
        let app = try await apps.appForChallenge(appID, inProject: project, at: now)
        return try challenges.issue(for: app, at: now)
    }

    /// The public keys that tokens are verified with.
    package var publicKeys: JWKSet { signing.ring.jwks }

    /// Authenticates a challenge, and notes when it ends or ended.
    func redemption(
        of challenge: [UInt8], by request: [UInt8], _ progress: inout ExchangeProgress
    ) throws(ExchangeError) -> ChallengeRedemption {
        let app = progress.evidence.app
        do {
            let expiry = try challenges.authenticate(challenge, for: app, at: progress.now)
            progress.evidence.findings.challengeExpiresAt = expiry
            return ChallengeRedemption(
                challengeID: SHA256.hash(challenge), expiresAt: expiry, requestDigest: SHA256.hash(request))
        } catch {
            // At a moment before all ends, one that has ended is good, and tells its end.
            if error == .expired {
                progress.evidence.findings.challengeExpiresAt = try? challenges.authenticate(
                    challenge, for: app, at: .min)
            }
            throw .challenge(error)
        }
    }

    /// Signs a token: of the app's lifetime or a shorter one, or for limited use with a `jti` that comes from the
    /// challenge, so that a repeated exchange is one grant to replay protection.
    func token(
        for app: RegisteredApp, limitedUse: Bool, challenge: [UInt8], ttl: Int64? = nil, at now: Int64
    ) throws(ExchangeError) -> AppCheckToken {
        let grant: TokenGrant =
            limitedUse
            ? .limitedUse(jti: Base64URL.encode(SHA256.hash(Array("assay jti 1".utf8), challenge)))
            : .session(ttl: min(ttl ?? app.tokenTTL, app.tokenTTL))
        return try sign(grant, for: app, at: now)
    }
}

extension Exchanges {
    /// An app that was found a moment ago, or before the store could not be asked any more; without looking.
    package func remembered(appID: String, inProject project: String) -> RememberedApp? {
        apps.remembered(appID, inProject: project, at: surroundings.seconds)
    }

    /// A challenge for an app that was found a moment ago, without waiting for anything; nil if the app has to be looked
    /// for.
    package func issueChallenge(for known: RememberedApp) throws(ExchangeError) -> IssuedChallenge? {
        guard let app = known.app else { return nil }
        return try challenges.issue(for: app, at: known.moment)
    }
}
