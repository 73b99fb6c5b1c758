internal import AppCheckTokens
private import Cryptography

extension Exchanges {
    /// Signs a token for the app with the key that is active now.
    func sign(
        _ grant: TokenGrant, for app: RegisteredApp, at now: Int64
    ) throws(ExchangeError) -> AppCheckToken {
        let issuer = TokenIssuer(project: try tokenProject(app.project))
        do { return try issuer.issue(grant, to: app.appID, signedBy: signing.ring, at: now) } catch {
            throw .internalFailure("token: \(error.code)")
        }
    }

    /// What audience and issuer of the project's tokens are made of.
    func tokenProject(_ project: Project) throws(ExchangeError) -> TokenProject {
        do {
            return try TokenProject(number: project.number, id: project.id, issuerBase: settings.issuerBase)
        } catch {
            throw .internalFailure("token: \(error.code)")
        }
    }

    /// A grant for limited use under the name that the caller chose, or under one made by chance.
    /// - Parameter jti: 16 to 250 bytes in UTF-8; nil or empty for one made by chance.
    func limitedUse(jti: String?) throws(ExchangeError) -> TokenGrant {
        guard let jti, !jti.isEmpty else {
            do {
                return .limitedUse(jti: Base64URL.encode(try surroundings.randomBytes(Self.randomJTIByteCount)))
            } catch {
                throw .internalFailure(error.description)
            }
        }
        guard (16...250).contains(jti.utf8.count) else { throw .invalidJTI(.length) }
        return .limitedUse(jti: jti)
    }

    /// Too many for two names to meet.
    private static let randomJTIByteCount = 32
}
