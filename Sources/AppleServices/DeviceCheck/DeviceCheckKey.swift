private import AppCheckTokens
package import Cryptography
private import Encodings

/// A key that a team made at Apple for DeviceCheck, with which requests to Apple's service for receipts are authorised.
/// Whoever has it can ask Apple for the receipts of all the team's apps; its description never shows it.
package struct DeviceCheckKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// Ten upper-case letters and digits.
    package let teamID: String
    /// The key's name at Apple: ten upper-case letters and digits.
    package let keyID: String
    private let key: P256.PrivateKey

    /// Why there is no key. Holds nothing of what was given.
    package enum Fault: Error, Sendable, CaseIterable, CustomStringConvertible {
        case teamID, keyID
        /// Not exactly one PEM block, text around it, or no base64 in it.
        case notOneBlock
        /// A block of another type, such as an encrypted key.
        case otherBlock
        /// No private key in PKCS #8, or one of another kind.
        case notP256

        package var description: String {
            switch self {
            case .teamID: "expected a team id of ten upper-case letters and digits"
            case .keyID: "expected a key id of ten upper-case letters and digits"
            case .notOneBlock: "expected exactly one PEM block and nothing around it, as in Apple's .p8 files"
            case .otherBlock: "expected a PEM block of type PRIVATE KEY, unencrypted, as in Apple's .p8 files"
            case .notP256: "the PEM block holds no private key on P-256"
            }
        }
    }

    /// - Parameter pem: what is in the `.p8` file that Apple hands out once: PKCS #8 (RFC 5958) in one PEM block.
    package init(teamID: String, keyID: String, pem: String) throws(Fault) {
        guard Self.isIdentifier(teamID) else { throw .teamID }
        guard Self.isIdentifier(keyID) else { throw .keyID }
        let block: (type: String, contents: [UInt8])
        do { block = try PEM.onlyBlock(in: pem) } catch { throw .notOneBlock }
        guard block.type.utf8.elementsEqual("PRIVATE KEY".utf8) else { throw .otherBlock }
        do { key = try P256.PrivateKey(privateKeyInfo: block.contents) } catch { throw .notP256 }
        (self.teamID, self.keyID) = (teamID, keyID)
    }

    /// Whether a text has the form of team ids and key ids.
    package static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 10 && text.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 }
    }

    /// What goes into the header `Authorization`, alone: a JWT (RFC 7519) with ES256.
    /// - Parameter moment: seconds since 1970.
    package func bearerToken(issuedAt moment: Int64) throws(CryptographyError) -> String {
        // Identifiers have nothing in them that JSON would want escaped.
        let parts = [#"{"alg":"ES256","kid":"\#(keyID)"}"#, #"{"iss":"\#(teamID)","iat":\#(moment)}"#]
        let signed = parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
        return try signed + "." + Base64URL.encode(key.rawSignature(for: Array(signed.utf8)))
    }

    package var description: String { "DeviceCheck key \(keyID) of team \(teamID)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
