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
        var bytes: [UInt8] = []
        bytes.reserveCapacity(address.utf8.count + app.utf8.count + method.utf8.count + 2)
        // With their lengths before them no two triples have the same bytes.
        for (text, longest) in [(address, Self.longestAddress), (app, Self.longestApp)] {
            let start = bytes.count
            bytes.append(0)
            Self.add(text, upTo: longest, to: &bytes)
            bytes[start] = UInt8(bytes.count - start - 1)
        }
        Self.add(method, upTo: Self.longestMethod, to: &bytes)
        self.bytes = bytes
    }

    private static func add(_ text: String, upTo longest: Int, to bytes: inout [UInt8]) {
        // All of it first, for to copy a part takes longer.
        bytes += text.utf8
        if text.utf8.count > longest { bytes.removeLast(text.utf8.count - longest) }
    }
}
