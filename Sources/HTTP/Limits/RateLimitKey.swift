internal import Encodings

/// Whom and what a bucket counts. Compared byte for byte: Swift holds texts equal that differ in their bytes.
///
/// It stays small whatever a client sends, because texts are cut. That lets nobody spend another's requests: addresses
/// (39 bytes and fewer) are never cut, so only requests from one address, with names of apps longer than any registered
/// one's, can share a bucket that they would not have shared.
package struct RateLimitKey: Sendable, Hashable {
    private static let longestAddress = 64
    private static let longestApp = 128

    private let address: String
    private let app: String
    private let method: Int

    /// - Parameters:
    ///   - address: what ``ClientAddressRule`` makes of the request.
    ///   - app: an app, a project, or nothing where neither is counted apart.
    ///   - method: a number of the server's own, never the client's.
    package init(address: String, app: String = "", method: Int) {
        self.address = Self.cut(address, to: Self.longestAddress)
        self.app = Self.cut(app, to: Self.longestApp)
        self.method = method
    }

    private static func cut(_ text: String, to longest: Int) -> String {
        text.utf8.count > longest ? String(decoding: text.utf8.prefix(longest), as: UTF8.self) : text
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.method == other.method && one.app.isExactly(other.app) && one.address.isExactly(other.address)
    }

    /// Texts that Swift holds equal have one hash, and so have those of the same bytes.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(address)
        hasher.combine(app)
        hasher.combine(method)
    }
}
