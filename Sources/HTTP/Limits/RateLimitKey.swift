/// Whom and what a bucket counts. Compared byte for byte: Swift holds texts equal that differ in their bytes.
///
/// It stays small whatever a client sends, because texts are cut. That lets nobody spend another's requests: addresses
/// (39 bytes and fewer) and the names of methods are never cut, so only requests from one address, with names of apps
/// longer than any registered one's, can share a bucket that they would not have shared.
package struct RateLimitKey: Sendable, Hashable {
    private static let longestAddress = 64
    private static let longestApp = 128
    private static let longestMethod = 64

    private let bytes: [UInt8]

    /// - Parameters:
    ///   - address: what ``ClientAddressRule`` makes of the request.
    ///   - app: an app, a project, or nothing where neither is counted apart.
    ///   - method: a name of the server's own, never the client's.
    package init(address: String, app: String = "", method: String) {
        let address = address.utf8.prefix(Self.longestAddress)
        let app = app.utf8.prefix(Self.longestApp)
        // With their lengths before them no two triples have the same bytes.
        bytes =
            [UInt8(address.count)] + address + [UInt8(app.count)] + app + method.utf8.prefix(Self.longestMethod)
    }
}
