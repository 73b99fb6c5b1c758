private import Cryptography
private import Encodings
internal import FoundationEssentials

/// The bearer token of a request: a JWT (RFC 7519), ES256, with `kid`, `iss` and `iat`, like the tokens of Apple's push
/// service.
enum BearerToken {
    /// Seconds that a token may be old.
    private static let longestAge: TimeInterval = 3600

    private struct Header: Decodable {
        let alg: String
        let kid: String
    }

    private struct Claims: Decodable {
        let iss: String
        let iat: Double
    }

    /// What is wrong with the value of the header `Authorization`; nil for a good token.
    /// - Parameter keys: one of them must have signed it; without any, signatures are not looked at.
    static func fault(_ value: String?, keys: [BearerKey], at now: Date) -> String? {
        guard let value else { return "no bearer token" }
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        let decoded = parts.compactMap(base64URL)
        guard parts.count == 3, decoded.count == 3 else { return "the bearer token is not a bare JWT" }
        guard let header = try? JSONDecoder().decode(Header.self, from: Data(decoded[0])), header.alg == "ES256",
            !header.kid.isEmpty
        else { return "the bearer token's header has not ES256 and kid" }
        guard let claims = try? JSONDecoder().decode(Claims.self, from: Data(decoded[1])), !claims.iss.isEmpty else {
            return "the bearer token has not iss and iat"
        }
        guard claims.iat <= now.timeIntervalSince1970 else { return "the bearer token is from the future" }
        guard claims.iat >= now.timeIntervalSince1970 - longestAge else {
            return "the bearer token is over an hour old"
        }
        // r ‖ s (RFC 7518 section 3.4).
        guard decoded[2].count == 64 else { return "the bearer token's signature has not 64 bytes" }
        guard !keys.isEmpty else { return nil }
        guard let key = keys.first(where: { $0.keyID == header.kid && $0.teamID == claims.iss }) else {
            return "the bearer token is of another key or team"
        }
        let signature = DER.sequence(
            DER.integer(Array(decoded[2].prefix(32))), DER.integer(Array(decoded[2].suffix(32))))
        guard let point = try? P256.PublicKey(x963: key.publicKeyX963),
            point.isValidSignature(signature, for: Array("\(parts[0]).\(parts[1])".utf8))
        else { return "the bearer token's signature is not good" }
        return nil
    }

    /// Base64url without padding (RFC 7515 section 2).
    private static func base64URL(_ text: Substring) -> [UInt8]? {
        guard !text.isEmpty, !text.contains(where: { "+/=".contains($0) }) else { return nil }
        return Base64Text.decode(String(text))
    }
}
