/// The URL under which clients reach a server: `http` or `https`, a host, maybe a port and a plain path. Paths are appended
/// to it, so it has no query, no fragment and no slash at its end.
package struct BaseURL: Sendable, Equatable {
    package let text: String
    /// `https`.
    package let isEncrypted: Bool
    package let place: HostAndPort

    /// Takes nothing in the path that somebody would have to decode or resolve.
    package init?(_ text: String) {
        guard let scheme = ["https://", "http://"].first(where: { text.utf8.starts(with: $0.utf8) }) else { return nil }
        let parts = text.utf8.dropFirst(scheme.utf8.count).split(separator: 0x2F, omittingEmptySubsequences: false)
        guard let place = parts.first.flatMap({ HostAndPort(Substring($0)) }),
            parts.dropFirst().allSatisfy(Self.isPlain)
        else { return nil }
        (self.text, self.place) = (text, place)
        isEncrypted = scheme == "https://"
    }

    private static func isPlain(_ segment: Substring.UTF8View) -> Bool {
        !segment.isEmpty && segment.allSatisfy(URICharacter.isUnreserved) && !segment.elementsEqual(".".utf8)
            && !segment.elementsEqual("..".utf8)
    }
}
