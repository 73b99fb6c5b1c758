package import AppCheckTokens
private import Cryptography
private import Encodings

/// What replay protection says of a good token.
package struct TokenConsumption: Sendable, Equatable {
    /// Whether the token, or another of the same app with the same `jti`, was used up before.
    package let alreadyConsumed: Bool
    package let token: VerifiedAppCheckToken
}

extension Exchanges {
    /// Seconds by which the clock of the server that issued a token may be ahead of this one's.
    private static let clockLeeway: Int64 = 60

    /// Verifies an App Check token of the project and uses it up, durably: of any number of calls with it one is told that
    /// it was not used before.
    ///
    /// Tokens of every app of the project will do, also of one whose registration has ended: what backends check with the
    /// published keys alone is no different.
    /// - Parameter reference: the project's number or id.
    package func consume(token: String, project reference: String) async throws(ExchangeError) -> TokenConsumption {
        let now = surroundings.seconds
        let project = try await apps.project(reference)
        let verifier = TokenVerifier(project: try tokenProject(project))
        let verified: VerifiedAppCheckToken
        do {
            verified = try verifier.verify(token, keys: publicKeys, at: now, leeway: Self.clockLeeway)
        } catch {
            throw .appCheckToken(error)
        }
        let id = Self.consumptionID(of: verified, token, in: project)
        do {
            let isFirst = try await consumedTokens.consume(id, expiresAt: verified.expiry)
            return TokenConsumption(alreadyConsumed: !isFirst, token: verified)
        } catch {
            throw ExchangeError(error)
        }
    }

    /// What a token is remembered by: by its `jti` if it has one, which the app's tokens share; otherwise by what was
    /// signed. The signature has no part in it, so that no second one over the same words makes it another token.
    private static func consumptionID(
        of verified: VerifiedAppCheckToken, _ token: String, in project: Project
    ) -> [UInt8] {
        let fields: [[UInt8]] =
            if let jti = verified.jti {
                ["jti", project.number, verified.appID, jti].map { Array($0.utf8) }
            } else {
                ["token", token.split(separator: ".").dropLast().joined(separator: ".")].map { Array($0.utf8) }
            }
        return SHA256.hash(fields.reduce(into: []) { $0 += UInt64($1.count).bigEndianBytes + $1 })
    }
}
