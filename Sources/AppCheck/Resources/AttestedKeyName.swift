private import AppCheckTokens
private import Encodings

/// Which attested key of which app; the project is named by its number.
///
/// No case of ``ResourceName``: keys come from devices, not from administrators, and are found in a store of their own.
package struct AttestedKeyName: Hashable, Sendable, CustomStringConvertible {
    package let projectNumber: String
    package let appID: String
    /// The last part of the path: a key id in base64url without padding, or what somebody wrote in its place.
    package let id: String

    package init(projectNumber: String, appID: String, id: String) {
        (self.projectNumber, self.appID, self.id) = (projectNumber, appID, id)
    }

    package init(_ key: AttestedKey) {
        self.init(projectNumber: key.projectNumber, appID: key.appID, id: Self.id(of: key.keyID))
    }

    /// As a path, such as `projects/1234567890/apps/1:1234567890:ios:aa/attestedKeys/9q3…`.
    package var description: String { "projects/\(projectNumber)/apps/\(appID)/attestedKeys/\(id)" }

    /// The text of a key id in names: base64url without padding, 43 characters.
    package static func id(of keyID: [UInt8]) -> String { Base64URL.encode(keyID) }

    /// Reads a key id that somebody wrote: in base64 as iOS has it, in base64url, each with or without padding, or as 64
    /// hexadecimal digits. No text is a key id in two of these ways.
    /// - Returns: 32 bytes; nil for any other text.
    package static func keyID(reading text: String) -> [UInt8]? {
        guard let bytes = text.utf8.count == 64 ? Hexadecimal.decode(text) : Base64Text.decode(text),
            bytes.count == 32
        else { return nil }
        // Unused bits at the end of base64 that are not zero would give a key a second spelling.
        guard text.utf8.count == 64 || text.utf8.dropFirst(42).first == Base64URL.encode(bytes).utf8.last else {
            return nil
        }
        return bytes
    }
}
