/// A host with or without a port, as URLs have it (RFC 3986 section 3.2): a name, an IPv4 address, or an IPv6 address in
/// brackets. Of names it takes what the Internet uses: letters, digits, `-`, `.` and `_`.
package struct HostAndPort: Sendable, Equatable {
    /// Without brackets, and in the case in which it came.
    package let host: String
    /// 1 to 65535.
    package let port: Int?

    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)[...]
        let end: ArraySlice<UInt8>.Index
        if bytes.first == 0x5B {
            guard let bracket = bytes.firstIndex(of: 0x5D) else { return nil }
            host = String(decoding: bytes[..<bracket].dropFirst(), as: UTF8.self)
            // An IPv4-mapped address counts as IPv4, but brackets belong to how it is written.
            guard host.utf8.contains(0x3A), IPAddress(host) != nil else { return nil }
            end = bytes.index(after: bracket)
        } else {
            end = bytes.firstIndex(of: 0x3A) ?? bytes.endIndex
            host = String(decoding: bytes[..<end], as: UTF8.self)
            guard (1...253).contains(host.utf8.count), host.utf8.allSatisfy(Self.isAllowedInName) else { return nil }
        }
        let rest = bytes[end...]
        guard let colon = rest.first else {
            port = nil
            return
        }
        guard colon == 0x3A, let number = DecimalDigits.number(rest.dropFirst(), upTo: 65_535), number > 0 else {
            return nil
        }
        port = number
    }

    private static func isAllowedInName(_ byte: UInt8) -> Bool {
        // Of the unreserved characters no name has the tilde.
        URICharacter.isUnreserved(byte) && byte != 0x7E
    }
}
