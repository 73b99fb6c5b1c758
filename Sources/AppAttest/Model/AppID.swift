private import Cryptography

/// The identifier of an app as App Attest knows it: `<team id or App ID prefix>.<bundle identifier>`.
public struct AppID: Hashable, Sendable, CustomStringConvertible {
    /// The team id or App ID prefix, ten characters as a rule.
    public let teamID: String
    /// `CFBundleIdentifier`; on macOS the signing identifier. Letter case matters.
    public let bundleID: String

    /// Both parts are taken as they are; nothing is folded or trimmed.
    public init(teamID: String, bundleID: String) {
        (self.teamID, self.bundleID) = (teamID, bundleID)
    }

    /// `teamID.bundleID`, the text whose SHA-256 is the relying party id hash.
    public var description: String { "\(teamID).\(bundleID)" }

    /// Whether UTF-8 bytes are ``description``.
    func isText(_ bytes: some Collection<UInt8>) -> Bool {
        let (team, rest) = (bytes.prefix(teamID.utf8.count), bytes.dropFirst(teamID.utf8.count))
        return team.elementsEqual(teamID.utf8) && rest.first == UInt8(ascii: ".")
            && rest.dropFirst().elementsEqual(bundleID.utf8)
    }

    /// SHA-256 of the App ID in UTF-8: 32 bytes, the first field of authenticator data.
    public var rpIDHash: [UInt8] { SHA256.hash(Array(description.utf8)) }
}
