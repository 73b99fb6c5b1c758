package import AppCheckTokens

/// What an app without attestation sends to get a token: the secret that an administrator registered for it.
package struct DebugTokenSubmission: Sendable {
    package let project: String
    package let appID: String
    /// A UUID of version 4, in either case.
    package let debugToken: String
    package let limitedUse: Bool

    package init(project: String, appID: String, debugToken: String, limitedUse: Bool) {
        (self.project, self.appID) = (project, appID)
        (self.debugToken, self.limitedUse) = (debugToken, limitedUse)
    }
}

extension Exchanges {
    /// Grants a token for a debug token of the app.
    ///
    /// The debug token is looked up in the store each time, so that one that was removed ends at once. A session lasts an
    /// hour whatever the app's lifetime is, since that is meant for attested devices. It may outlast the debug token by
    /// that hour: sessions of less than half an hour are none that clients can keep.
    package func exchange(_ submission: DebugTokenSubmission) async throws(ExchangeError) -> AppCheckToken {
        let now = surroundings.seconds
        let app = try await apps.app(submission.appID, inProject: submission.project, at: now)
        // A secret in another form was never registered. Saying that the form is wrong would lock phones out for a day.
        guard let hash = DebugToken.hash(ofSecret: submission.debugToken),
            let token = try await debugToken(hash, of: app)
        else { throw .debugTokenUnknown }
        if let end = token.expiresAt, end <= now { throw .debugTokenExpired }
        let grant: TokenGrant =
            submission.limitedUse ? try limitedUse(jti: nil) : .session(ttl: RegisteredApp.defaultTokenTTL)
        return try sign(grant, for: app, at: now)
    }

    private func debugToken(_ hash: [UInt8], of app: RegisteredApp) async throws(ExchangeError) -> DebugToken? {
        do {
            return try await resources.debugToken(
                secretHash: hash, app: app.appID, inProject: app.project.number)
        } catch {
            throw ExchangeError(error)
        }
    }
}
