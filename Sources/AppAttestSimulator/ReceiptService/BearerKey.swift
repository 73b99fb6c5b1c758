/// The public half of a DeviceCheck key, as Apple has it: bearer tokens are signed with the private one.
public struct BearerKey: Sendable, Hashable {
    /// The team that the key is of, claim `iss`.
    public let teamID: String
    /// Name of the key, header `kid`: ten characters.
    public let keyID: String
    /// The uncompressed X9.63 point on P-256: 65 bytes. With other bytes no signature is good.
    public let publicKeyX963: [UInt8]

    /// A key whose parts belong together.
    public init(teamID: String, keyID: String, publicKeyX963: [UInt8]) {
        (self.teamID, self.keyID, self.publicKeyX963) = (teamID, keyID, publicKeyX963)
    }
}
