import Glibc
import HTTP

/// A client's address as proxies write it, or the origin of a page as browsers do.
enum AddressInput {
    static func check(_ input: [UInt8]) throws(BrokenPromise) {
        // Header fields come as text, whatever bytes they were.
        let text = String(decoding: input, as: UTF8.self)
        try checkNumeric(text)
        try checkHost(text)
        try checkOrigin(text)
        try checkForwarded(
            text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) })
    }

    private static func checkNumeric(_ text: String) throws(BrokenPromise) {
        let address = IPAddress(text)
        try promise(address?.bytes == systemAddress(text), "\"\(text)\" is another address to the system")
        guard let address else { return }
        let group = address.group
        try promise(group.utf8.count <= 45, "a group of \(group.utf8.count) bytes")
        let again = IPAddress(group.utf8.last == 0x34 && address.isVersion6 ? String(group.dropLast(3)) : group)
        try promise(again?.group == group, "\(group) is in another group")
        try promise(
            again?.bytes
                == (address.isVersion6 ? address.bytes.prefix(8) + [UInt8](repeating: 0, count: 8) : address.bytes),
            "\(group) is another address")
    }

    /// What the system's own parser reads. Of IPv4 in IPv6 the address in it.
    private static func systemAddress(_ text: String) -> [UInt8]? {
        // The system would read up to a NUL, and more zeros than any form needs.
        guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
        let isMapped = bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        return isMapped ? Array(bytes.suffix(4)) : bytes
    }

    private static func checkHost(_ text: String) throws(BrokenPromise) {
        if let url = BaseURL(text) {
            try promise(url.text == text && text.utf8.allSatisfy { 0x21..<0x7F ~= $0 }, "a URL changed")
            try promise(text.utf8.last != 0x2F && !text.utf8.contains(0x3F), "a URL has a query or ends in a slash")
        }
        guard let place = HostAndPort(text) else { return }
        try promise(!place.host.isEmpty && place.host.utf8.allSatisfy { 0x21..<0x7F ~= $0 }, "a host of other bytes")
        try promise(place.port.map { 1...65_535 ~= $0 } ?? true, "a port of no socket")
        let host = place.host.utf8.contains(0x3A) ? "[\(place.host)]" : place.host
        let written = host + (place.port.map { ":\($0)" } ?? "")
        try promise(HostAndPort(written) == place, "\(written) changed")
    }

    private static func checkOrigin(_ text: String) throws(BrokenPromise) {
        let origin = WebOrigin(text)
        if let origin {
            try promise(origin.text.utf8.elementsEqual(text.utf8), "an origin changed")
            try promise(
                text.utf8.allSatisfy { 0x21..<0x7F ~= $0 && !(0x41...0x5A ~= $0) }, "an origin no browser writes")
            try promise(text.utf8.filter { $0 == 0x2F }.count == 2, "an origin with a path")
        }
        guard let target = try? RequestTarget(parsing: "/v1/jwks"), let known = WebOrigin("https://app.example") else {
            throw BrokenPromise(description: "what is good was refused")
        }
        let request = HTTPRequest(method: "GET", target: target, headers: ["Origin": text], id: "")
        let allowed = CrossOrigin(.listed([known])).headers(for: request)["Access-Control-Allow-Origin"]
        let isKnown = text.utf8.elementsEqual(known.text.utf8)
        try promise(allowed == (isKnown ? known.text : nil), "\"\(text)\" may call though it is not listed")
    }

    /// Whoever sends the field may write what they like to the left of what proxies add.
    private static func checkForwarded(_ lines: [String]) throws(BrokenPromise) {
        let values = lines.reduce(0) { $0 + $1.utf8.count { $0 == 0x2C } + 1 }
        for hops in 1...3 {
            let group = try group(lines, hops)
            try promise(group.utf8.count <= 45, "a group of \(group.utf8.count) bytes")
            guard values >= hops else {
                try promise(group == "192.0.2.1", "an address was taken where there are too few")
                continue
            }
            for forged in ["203.0.113.9", "203.0.113.9,", ",", "\"", "[::1"] {
                let line = "\(forged),\(lines.first ?? "")"
                let (before, within) = ([forged] + lines, [line] + lines.dropFirst())
                let groups = [try self.group(before, hops), try self.group(within, hops)]
                try promise(groups == [group, group], "what the client wrote changed its address")
            }
        }
    }

    private static func group(_ lines: [String], _ hops: Int) throws(BrokenPromise) -> String {
        guard let target = try? RequestTarget(parsing: "/v1/jwks") else {
            throw BrokenPromise(description: "what is good was refused")
        }
        let headers = HTTPHeaders(lines.map { HTTPHeaders.Field(name: "x-forwarded-for", value: $0) })
        return ClientAddressRule(header: "X-Forwarded-For", hops: hops).group(
            of: HTTPRequest(method: "GET", target: target, headers: headers, peerAddress: "192.0.2.1", id: ""))
    }
}
