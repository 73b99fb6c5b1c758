package import AppCheckTokens
private import Cryptography

/// What a backend of the project sends to get a token for an app that it vouches for.
package struct CustomTokenSubmission: Sendable {
    package let project: String
    package let appID: String
    /// A JWT signed by a service account (wire contract, section 3).
    package let customToken: String
    package let limitedUse: Bool
    /// For limited use only: 16 to 250 bytes in UTF-8; nil or empty for one made by chance.
    package let jti: String?

    package init(project: String, appID: String, customToken: String, limitedUse: Bool, jti: String? = nil) {
        (self.project, self.appID, self.customToken) = (project, appID, customToken)
        (self.limitedUse, self.jti) = (limitedUse, jti)
    }
}

extension Exchanges {
    /// Verifies a custom token by the keys registered for its service account, and grants a token.
    ///
    /// A custom token may be exchanged again until it ends, as in the reference service: it is the backend's word for an
    /// app, not a ticket. Keys are read from the store each time, so that one that was removed ends at once.
    package func exchange(_ submission: CustomTokenSubmission) async throws(ExchangeError) -> AppCheckToken {
        let now = surroundings.seconds
        let app = try await apps.app(submission.appID, inProject: submission.project, at: now)
        guard submission.limitedUse || submission.jti?.isEmpty != false else { throw .invalidJTI(.onlyForLimitedUse) }
        let limited = submission.limitedUse ? try limitedUse(jti: submission.jti) : nil
        let verified = try await verify(submission.customToken, for: app, at: now)
        let grant = limited ?? .session(ttl: verified.sessionTTL ?? RegisteredApp.defaultTokenTTL)
        return try sign(grant, for: app, at: now)
    }

    private func verify(
        _ text: String, for app: RegisteredApp, at now: Int64
    ) async throws(ExchangeError) -> VerifiedCustomToken {
        let token: UnverifiedCustomToken
        do { token = try UnverifiedCustomToken(text) } catch { throw .customToken(error) }
        let signers = try await signers(token.keyReference, inProject: app.project.number)
        do {
            return try CustomTokenVerifier(appID: app.appID).verify(token, signers: signers, at: now)
        } catch {
            throw .customToken(error)
        }
    }

    private func signers(
        _ reference: UnverifiedCustomToken.KeyReference, inProject number: String
    ) async throws(ExchangeError) -> [CustomTokenSigner] {
        let found: [Resource]
        do throws(StoreError) {
            switch reference {
            case .keyID(let id):
                let key = try await resources.resource(.customTokenKey(project: number, id))
                found = key.map { [$0] } ?? []
            case .serviceAccount:
                found = try await resources.resources(
                    .customTokenKeys(project: number), after: nil, limit: Int(Administration.customTokenKeyLimit))
            }
        } catch {
            throw ExchangeError(error)
        }
        var signers: [CustomTokenSigner] = []
        for case .customTokenKey(let key) in found where reference.names(key) {
            do {
                signers.append(
                    try CustomTokenSigner(serviceAccount: key.serviceAccount, subjectPublicKeyInfo: key.publicKey))
            } catch {
                throw .internalFailure("custom token key \(key.id): \(error)")
            }
        }
        return signers
    }
}

extension UnverifiedCustomToken.KeyReference {
    /// Compared byte by byte: texts that Swift takes for equal may have other bytes.
    fileprivate func names(_ key: CustomTokenKey) -> Bool {
        switch self {
        case .keyID(let id): key.id.utf8.elementsEqual(id.utf8)
        case .serviceAccount(let account): key.serviceAccount.utf8.elementsEqual(account.utf8)
        }
    }
}
