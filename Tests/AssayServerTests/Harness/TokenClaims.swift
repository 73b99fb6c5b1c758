import AppCheckTokens
import Foundation
import TestSupport

/// What a token says, read without any verification.
struct TokenClaims: Decodable, Equatable {
    let sub: String
    let aud: [String]
    let iss: String
    let exp: Int64
    let iat: Int64
    let jti: String?

    init(of token: String) throws {
        let parts = token.split(separator: ".")
        guard parts.count == 3, let json = Base64URL.decode(String(parts[1])) else { throw MalformedFixture() }
        self = try JSONDecoder().decode(TokenClaims.self, from: Data(json))
    }
}

extension LiveServer {
    /// Verifies a token with the keys served now, at the moment of the site's clock.
    func verify(_ token: String) async throws -> VerifiedAppCheckToken {
        let keys = try await JWKSet(json: http.get("/v1/jwks?prettyPrint=false").body)
        let project = try TokenProject(number: Site.project, id: "shop")
        return try TokenVerifier(project: project).verify(token, keys: keys, at: site.clock.seconds)
    }
}

/// The `kid` that a token was signed under.
func keyID(ofToken token: String) throws -> String? {
    struct Header: Decodable { let kid: String }
    guard let json = Base64URL.decode(String(token.prefix { $0 != "." })) else { throw MalformedFixture() }
    return try JSONDecoder().decode(Header.self, from: Data(json)).kid
}
