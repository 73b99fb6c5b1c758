internal import Cryptography
private import Encodings

/// A secret that somebody shows to be let in, and the name in it. Descriptions leave both out.
///
/// Its text is the kind's prefix, an id of 32 and a secret of 64 hexadecimal digits, joined by `_`.
package struct Credential: Sendable, CustomStringConvertible, CustomReflectable {
    package enum Kind: String, Sendable, CaseIterable {
        /// Of somebody who administers or uses the service.
        case adminToken = "assay"
        /// Of a project's apps.
        case apiKey = "assaykey"
    }

    package let id: String
    /// The whole of it.
    package let text: String

    /// - Returns: nil for text that is none of that kind.
    package init?(_ kind: Kind, parsing text: String) {
        let parts = Array(text.utf8).split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual(kind.rawValue.utf8), parts[1].count == 32,
            parts[2].count == 64, parts[1...].joined().allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
        else { return nil }
        (id, self.text) = (String(decoding: parts[1], as: UTF8.self), text)
    }

    private init(id: String, text: String) { (self.id, self.text) = (id, text) }

    static func make(_ kind: Kind, _ surroundings: Surroundings) throws(CryptographyError) -> Credential {
        let id = try ResourceID.make(surroundings)
        let secret = Hexadecimal.encode(try surroundings.randomBytes(32))
        return Credential(id: id, text: "\(kind.rawValue)_\(id)_\(secret)")
    }

    /// What is kept of it: SHA-256 of the text, 32 bytes. The secret is 32 bytes of chance, so that a plain hash cannot be
    /// searched.
    package var hash: [UInt8] { SHA256.hash(Array(text.utf8)) }

    package var description: String { "<credential>" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
