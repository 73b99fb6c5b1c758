private import Encodings
internal import Cryptography

/// A DeviceCheck key as Apple's developer site makes them, for servers that ask a ``SimulatedReceiptService``.
public struct SimulatedDeviceCheckKey: Sendable {
    /// The team that the key is of: ten characters.
    public let teamID: String
    /// Name of the key: ten upper-case letters and digits.
    public let keyID: String
    let key: P256.PrivateKey

    /// Makes a key.
    /// - Throws: `cryptography`.
    public init(teamID: String) throws(SimulationError) {
        (key, keyID) = try simulating { () throws(CryptographyError) in
            let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
            let name = try SecureRandom.bytes(10).map { letters[Int($0 % 32)] }
            return (try P256.PrivateKey(), String(decoding: name, as: UTF8.self))
        }
        self.teamID = teamID
    }

    /// Reads what ``pem`` wrote.
    /// - Parameter pem: text with one `PRIVATE KEY` block (RFC 7468).
    /// - Throws: `malformedKey` when there is no block or no key on P-256 in it.
    public init(teamID: String, keyID: String, pem: String) throws(SimulationError) {
        guard let block = try? PEM.onlyBlock(in: pem), block.type == "PRIVATE KEY",
            let key = try? P256.PrivateKey(privateKeyInfo: block.contents)
        else { throw SimulationError(.malformedKey, "no private key on P-256 in PEM") }
        (self.teamID, self.keyID, self.key) = (teamID, keyID, key)
    }

    /// What the service checks bearer tokens with.
    public var bearerKey: BearerKey {
        BearerKey(teamID: teamID, keyID: keyID, publicKeyX963: key.publicKey.x963)
    }

    /// PKCS #8 in PEM, as in the `.p8` files that Apple's site hands out.
    /// - Throws: `cryptography`.
    public func pem() throws(SimulationError) -> String {
        let der = try simulating { () throws(CryptographyError) in try key.privateKeyInfo() }
        return PEM.block("PRIVATE KEY", der)
    }
}
