import Cryptography

private import Encodings
internal import StrictJSON

/// A JSON Web Signature in its compact form (RFC 7515 section 3.1) by RS256, read strictly, so that a signed text has
/// one spelling. What it says comes out with the key that signed it.
package struct CompactJWS: Sendable {
    /// Bytes in the longest text that is looked at: 8 KiB.
    package static let maximumByteCount = 8192

    /// Why a text is no such signature.
    package enum Fault: Error, Sendable {
        /// Not three parts of canonical base64url, or a part is not what it has to be.
        case malformed(StaticString)
        /// The header names another algorithm than RS256.
        case algorithmMismatch
        /// The signature is not the key's.
        case signatureInvalid
    }

    /// What is signed, as it was sent: header and claims, still encoded, and the dot between them.
    private let signingInput: [UInt8]
    /// Names the key, and is to be trusted in nothing else: a key or an address of one in it is not looked at.
    let header: JSONObject
    private let claims: ArraySlice<UInt8>
    private let signature: [UInt8]

    package init(_ text: String) throws(Fault) {
        guard text.utf8.count <= Self.maximumByteCount else { throw .malformed("length") }
        let parts = Array(text.utf8).split(
            separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .malformed("parts") }
        header = try Self.object(parts[0], "header")
        try Self.check(header)
        guard let signature = Base64URL.decode(parts[2]) else { throw .malformed("signature") }
        (claims, self.signature) = (parts[1], signature)
        signingInput = parts[0] + [UInt8(ascii: ".")] + parts[1]
    }

    /// What was signed, once it is certain that the owner of the key signed it.
    /// - Throws: `signatureInvalid`; `malformed` for what is not a JSON object.
    func claims(signedBy key: RSA.PublicKey) throws(Fault) -> JSONObject {
        guard key.isValidSignature(signature, for: signingInput) else { throw .signatureInvalid }
        return try Self.object(claims, "claims")
    }

    /// A text among the claims, for finding the key where the header does not name one. Anybody can have written it.
    func unverifiedText(_ name: String) throws(Fault) -> String? { try Self.object(claims, "claims").string(name) }

    private static func object(_ part: ArraySlice<UInt8>, _ name: StaticString) throws(Fault) -> JSONObject {
        guard let json = Base64URL.decode(part), let object = try? JSONObject(json: json) else {
            throw .malformed(name)
        }
        return object
    }

    private static func check(_ header: JSONObject) throws(Fault) {
        guard let algorithm = header.string("alg") else { throw .malformed("alg") }
        guard algorithm.isExactly("RS256") else { throw .algorithmMismatch }
        guard let type = header.string("typ"), type.isExactly("JWT") else { throw .malformed("typ") }
        // RFC 7515 section 4.1.11: what is critical and not understood must be refused, and nothing is understood here.
        guard header["crit"] == nil else { throw .malformed("crit") }
    }
}
