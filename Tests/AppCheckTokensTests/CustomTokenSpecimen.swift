import AppCheckTokens
import Cryptography
import Foundation
import Testing

/// A custom token in its parts, valid unless something is broken.
struct CustomTokenSpecimen {
    static let now: Int64 = 1_800_000_000
    static let serviceAccount = "backend@shop.iam.example.com"
    /// Made for this run. `ours` is the account's, `another` is registered for nobody.
    static let ours = Result { try RSA.PrivateKey(bits: 2048) }
    static let another = Result { try RSA.PrivateKey(bits: 2048) }

    var header = #"{"alg":"RS256","typ":"JWT"}"#
    var claims = """
        {"iss":"backend@shop.iam.example.com","sub":"backend@shop.iam.example.com","app_id":"1:1234:ios:abcd",\
        "aud":"https://firebaseappcheck.googleapis.com/google.firebase.appcheck.v1.TokenExchangeService",\
        "exp":1800000300,"iat":1800000000}
        """
    var key = ours
    /// What happens to the finished token on its way.
    var spelling: (String) -> String = { $0 }

    var token: String {
        get throws {
            let message = "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(Array(claims.utf8)))"
            return spelling("\(message).\(Base64URL.encode(try key.get().signature(for: Array(message.utf8))))")
        }
    }

    mutating func header(_ old: String, becomes new: String) { header = Self.swap(old, new, header) }
    mutating func claims(_ old: String, become new: String) { claims = Self.swap(old, new, claims) }

    static func signer(
        _ account: String = serviceAccount, _ key: Result<RSA.PrivateKey, any Error> = ours
    ) throws -> CustomTokenSigner {
        try CustomTokenSigner(
            serviceAccount: account, subjectPublicKeyInfo: key.get().publicKey.subjectPublicKeyInfo())
    }

    func verified(by signers: [CustomTokenSigner]? = nil, at now: Int64 = now) throws -> VerifiedCustomToken {
        try CustomTokenVerifier(appID: "1:1234:ios:abcd").verify(
            UnverifiedCustomToken(token), signers: signers ?? [Self.signer()], at: now)
    }

    private static func swap(_ old: String, _ new: String, _ text: String) -> String {
        #expect(text.contains(old), "the specimen has nothing to break here")
        return text.replacingOccurrences(of: old, with: new)
    }
}

/// One thing changed in a valid custom token, and what has to be said about it.
struct CustomTokenDamage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let fault: CustomTokenFault
    let damage: @Sendable (inout CustomTokenSpecimen) -> Void

    init(_ name: String, _ fault: CustomTokenFault, _ damage: @escaping @Sendable (inout CustomTokenSpecimen) -> Void) {
        (testDescription, self.fault, self.damage) = (name, fault, damage)
    }

    static func header(_ name: String, _ fault: CustomTokenFault, _ old: String, _ new: String) -> CustomTokenDamage {
        CustomTokenDamage(name, fault) { $0.header(old, becomes: new) }
    }

    static func claims(_ name: String, _ fault: CustomTokenFault, _ old: String, _ new: String) -> CustomTokenDamage {
        CustomTokenDamage(name, fault) { $0.claims(old, become: new) }
    }
}
