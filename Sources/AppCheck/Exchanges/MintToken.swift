package import AppCheckTokens

/// A token that somebody trusted asks for without any proof of the app.
package struct MintRequest: Sendable {
    package enum Kind: Sendable, Equatable {
        /// - Parameter ttl: seconds, 1800 to 604800; nil for an hour.
        case session(ttl: Int64?)
        /// - Parameter jti: 16 to 250 bytes in UTF-8; nil or empty for one made by chance.
        case limitedUse(jti: String?)
    }

    package let project: String
    package let appID: String
    package let kind: Kind

    package init(project: String, appID: String, kind: Kind) {
        (self.project, self.appID, self.kind) = (project, appID, kind)
    }
}

extension Exchanges {
    /// Signs a token of an app for whoever asks. Whether they may is the caller's to check.
    package func mint(_ request: MintRequest) async throws(ExchangeError) -> AppCheckToken {
        let now = surroundings.seconds
        let app = try await apps.app(request.appID, inProject: request.project, at: now)
        let grant: TokenGrant
        switch request.kind {
        case .session(let ttl):
            let seconds = ttl ?? RegisteredApp.defaultTokenTTL
            guard TokenGrant.sessionTTLs.contains(seconds) else { throw .invalidTTL }
            grant = .session(ttl: seconds)
        case .limitedUse(let jti): grant = try limitedUse(jti: jti)
        }
        return try sign(grant, for: app, at: now)
    }
}
