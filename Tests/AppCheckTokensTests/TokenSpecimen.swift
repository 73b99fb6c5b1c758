import AppCheckTokens
import Cryptography
import Foundation
import Testing

func bytes(base64 text: String) throws -> [UInt8] { try Array(#require(Data(base64Encoded: text))) }

func tokenProject() throws -> TokenProject { try TokenProject(number: "1234", id: "my-proj") }

func signingKey(_ text: String) throws -> SigningKey { try SigningKey(privateKeyInfo: bytes(base64: text)) }

/// A token in its parts, valid unless something is broken, and signed by itself rather than by the code under test.
struct TokenSpecimen {
    static let now: Int64 = 1_800_000_000

    var header = #"{"kid":"\#(KeySpecimens.kidA)","typ":"JWT","alg":"RS256"}"#
    var claims = """
        {"sub":"1:1234:ios:abcd","aud":["projects/1234","projects/my-proj"],\
        "iss":"https://firebaseappcheck.googleapis.com/1234","exp":1800003600,"iat":1800000000}
        """
    var signature: (_ message: [UInt8]) throws -> [UInt8] = {
        try RSA.PrivateKey(privateKeyInfo: bytes(base64: KeySpecimens.keyA)).signature(for: $0)
    }
    /// What happens to the finished token on its way.
    var spelling: (String) throws -> String = { $0 }

    var token: String {
        get throws {
            let message = "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(Array(claims.utf8)))"
            return try spelling("\(message).\(Base64URL.encode(signature(Array(message.utf8))))")
        }
    }

    mutating func header(_ old: String, becomes new: String) { header = Self.swap(old, new, header) }
    mutating func claims(_ old: String, become new: String) { claims = Self.swap(old, new, claims) }

    /// Keys A and B.
    static var keys: JWKSet {
        get throws {
            try JWKSet([signingKey(KeySpecimens.keyA).publicJWK, signingKey(KeySpecimens.keyB).publicJWK])
        }
    }

    func verified(
        appIDs: Set<String>? = nil, keys: JWKSet? = nil, at now: Int64 = TokenSpecimen.now, leeway: Int64 = 0
    ) throws -> VerifiedAppCheckToken {
        try TokenVerifier(project: tokenProject(), appIDs: appIDs)
            .verify(token, keys: keys ?? Self.keys, at: now, leeway: leeway)
    }

    private static func swap(_ old: String, _ new: String, _ text: String) -> String {
        #expect(text.contains(old), "the specimen has nothing to break here")
        return text.replacingOccurrences(of: old, with: new)
    }
}

/// One thing broken in a valid token, and what has to be said about it.
struct TokenFault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: TokenError.Code
    let damage: @Sendable (inout TokenSpecimen) throws -> Void

    init(
        _ name: String, _ code: TokenError.Code, _ damage: @escaping @Sendable (inout TokenSpecimen) throws -> Void
    ) { (testDescription, self.code, self.damage) = (name, code, damage) }

    static func header(_ name: String, _ code: TokenError.Code, _ old: String, _ new: String) -> TokenFault {
        TokenFault(name, code) { $0.header(old, becomes: new) }
    }

    static func claims(_ name: String, _ code: TokenError.Code, _ old: String, _ new: String) -> TokenFault {
        TokenFault(name, code) { $0.claims(old, become: new) }
    }

    static func spelling(
        _ name: String, _ code: TokenError.Code, _ change: @escaping @Sendable (String) throws -> String
    ) -> TokenFault { TokenFault(name, code) { $0.spelling = change } }

    func code(of specimen: TokenSpecimen = TokenSpecimen()) throws -> TokenError.Code? {
        var specimen = specimen
        try damage(&specimen)
        do {
            _ = try specimen.verified(appIDs: ["1:1234:ios:abcd"])
            return nil
        } catch let error as TokenError {
            return error.code
        }
    }
}
