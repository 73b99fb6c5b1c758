/// The origin of a web page exactly as browsers write it in the field `Origin` (RFC 6454 section 6.2): scheme and host in
/// lower case, the port unless it is the scheme's own, nothing after it.
package struct WebOrigin: Sendable, Hashable {
    package let text: String

    /// Refuses what no browser sends, because such an origin would never match. That goes for `null` too, which stands
    /// for any page that hides where it comes from.
    package init?(_ text: some StringProtocol) {
        guard let mark = text.utf8.firstRange(of: "://".utf8) else { return nil }
        let scheme = text.utf8[..<mark.lowerBound]
        guard scheme.first.map({ (0x61...0x7A).contains($0) }) == true, scheme.allSatisfy(Self.isAllowedInScheme),
            !text.utf8.contains(where: { (0x41...0x5A).contains($0) }),
            let place = HostAndPort(text[mark.upperBound...])
        else { return nil }
        let isStandardPort =
            switch place.port {
            case 80: scheme.elementsEqual("http".utf8)
            case 443: scheme.elementsEqual("https".utf8)
            case nil, .some: false
            }
        guard !isStandardPort else { return nil }
        self.text = String(text)
    }

    /// Lower-case letters, digits, `+`, `-` and `.` (RFC 3986 section 3.1).
    private static func isAllowedInScheme(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x30...0x39, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }
}
