/// Where the address of a client is taken from: the connection, or a header field that a trusted proxy writes.
package struct ClientAddressRule: Sendable, Equatable {
    /// The field's name; nil for the connection's own address, which no client can choose.
    package let header: String?
    /// Which of the field's values counts, from the right: 1 is the last, which the nearest proxy added. Values further
    /// to the left are the client's own words, unless as many proxies as this stand in between.
    package let hops: Int

    package init(header: String? = nil, hops: Int = 1) {
        (self.header, self.hops) = (header, max(1, hops))
    }

    /// The address in a form that all addresses of one client share; see ``IPAddress/group``. It is the connection's if
    /// the field is missing, has fewer values, or no address at that place.
    package func group(of request: HTTPRequest) -> String {
        if let header, let address = address(in: request.headers.values(of: header)) { return address.group }
        let peer = request.peerAddress ?? "unknown"
        // Without a colon it is IPv4, of which there is one form only, which is the group too, or no address.
        return Self.hasColon(peer) ? IPAddress(peer)?.group ?? peer : peer
    }

    /// Several field lines are one list, in their order (RFC 9110 section 5.3). Empty values count: to skip one that a
    /// proxy added would be to take the client's word instead.
    private func address(in lines: [String]) -> IPAddress? {
        let values = lines.flatMap { $0.utf8.split(separator: 0x2C, omittingEmptySubsequences: false) }
        guard values.count >= hops else { return nil }
        var value = values[values.count - hops][...]
        while let first = value.first, Self.isBlank(first) { value.removeFirst() }
        while let last = value.last, Self.isBlank(last) { value.removeLast() }
        // Some proxies add the port, and to IPv6 the brackets that a port needs.
        let text = Substring(value)
        return IPAddress(text) ?? HostAndPort(text).flatMap { IPAddress($0.host) }
    }

    private static func hasColon(_ text: String) -> Bool {
        let text = text.utf8Span.span
        for index in text.indices where text[index] == 0x3A { return true }
        return false
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
