import AppCheckTokens
import Cryptography

/// A project, an app and a service account whose tokens are good, and the one key of both; made anew in each process.
struct SigningSite: Sendable {
    static let only = Result { () throws in try SigningSite() }

    static let keyID = "key"
    static let appID = "1:1:ios:a"
    static let serviceAccount = "backend@project.example"
    /// Seconds since 1970 at which the claims of seeds are good.
    static let now: Int64 = 1_800_000_000

    let project: TokenProject
    let keys: JWKSet
    let signer: CustomTokenSigner
    let header = Array(#"{"alg":"RS256","kid":"key","typ":"JWT"}"#.utf8)
    /// Of an App Check token that is good.
    let claims: [UInt8]
    private let key: RSA.PrivateKey

    private init() throws {
        project = try TokenProject(number: "1", id: "project")
        key = try RSA.PrivateKey(bits: 2048)
        keys = try JWKSet([
            PublicJWK(kid: Self.keyID, modulus: key.publicKey.modulus, exponent: key.publicKey.exponent)
        ])
        signer = try CustomTokenSigner(
            serviceAccount: Self.serviceAccount, subjectPublicKeyInfo: key.publicKey.subjectPublicKeyInfo())
        claims = Array(TokenSeeds.claims.utf8)
    }

    var verifier: TokenVerifier { TokenVerifier(project: project, appIDs: [Self.appID]) }
    var customVerifier: CustomTokenVerifier { CustomTokenVerifier(appID: Self.appID) }

    /// Signed as it is, good or not; nil if it cannot be.
    func token(header: [UInt8], claims: [UInt8]) -> String? {
        let text = "\(Base64URL.encode(header)).\(Base64URL.encode(claims))"
        return (try? key.signature(for: Array(text.utf8))).map { "\(text).\(Base64URL.encode($0))" }
    }
}
