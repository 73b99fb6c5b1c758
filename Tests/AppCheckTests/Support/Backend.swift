import AppCheck
import AppCheckTokens
import Cryptography

/// A backend that vouches for apps with the key of its service account.
struct Backend: Sendable {
    static let account = "backend@shop.iam.example.com"
    private static let keys = Result { (try RSA.PrivateKey(bits: 2048), try RSA.PrivateKey(bits: 2048)) }

    let serviceAccount: String
    let keyID: String
    private let key: RSA.PrivateKey

    /// - Parameter other: with a second key, of another account unless one is named.
    init(other: Bool = false, account: String? = nil) throws {
        serviceAccount = account ?? (other ? "root@shop.iam.example.com" : Self.account)
        keyID = other ? "key-2" : "key-1"
        key = try other ? Self.keys.get().1 : Self.keys.get().0
    }

    func registration(_ keyID: String? = nil, project: String = "1234567890") throws -> Resource {
        .customTokenKey(
            try CustomTokenKey(
                projectNumber: project, id: keyID ?? self.keyID, serviceAccount: serviceAccount,
                publicKey: key.publicKey.subjectPublicKeyInfo(), createdAt: Specimen.moment))
    }

    /// A token of five minutes that was issued at the specimens' moment.
    /// - Parameters:
    ///   - kid: JSON; nil for none, as Node's Admin SDK makes them.
    ///   - ttl: how long the session shall last, as `1800s`.
    func customToken(for appID: String = Specimen.appID, kid: String? = nil, ttl: String? = nil) throws -> String {
        let header = #"{"alg":"RS256","typ":"JWT"\#(kid.map { #","kid":\#($0)"# } ?? "")}"#
        let claims = """
            {"iss":"\(serviceAccount)","sub":"\(serviceAccount)","app_id":"\(appID)",\
            "aud":"https://firebaseappcheck.googleapis.com/google.firebase.appcheck.v1.TokenExchangeService",\
            "iat":1781524800,"exp":1781525100\(ttl.map { #","ttl":"\#($0)""# } ?? "")}
            """
        let message = "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(Array(claims.utf8)))"
        return "\(message).\(Base64URL.encode(try key.signature(for: Array(message.utf8))))"
    }
}
