import HTTP
import Testing

@Suite("A client's address") struct ClientAddressTests {
    private func group(
        _ lines: [String], hops: Int = 1, header: String? = "X-Forwarded-For", peer: String? = "10.0.0.9"
    ) throws -> String {
        let fields = lines.map { HTTPHeaders.Field(name: "x-forwarded-for", value: $0) }
        let request = HTTPRequest(
            method: "POST", target: try RequestTarget(parsing: "/"), headers: HTTPHeaders(fields), peerAddress: peer,
            id: "1")
        return ClientAddressRule(header: header, hops: hops).group(of: request)
    }

    @Test("is the connection's, and no header field counts, unless one is named") func standard() throws {
        #expect(try group(["192.0.2.1"], header: nil) == "10.0.0.9")
        #expect(try group(["192.0.2.1"], header: "X-Real-IP") == "10.0.0.9")
        #expect(try group([], header: nil, peer: "2001:db8:1:2:3::4") == "2001:db8:1:2::/64")
        #expect(try group([], header: nil, peer: "::ffff:10.0.0.9") == "10.0.0.9")
        #expect(try group([], header: nil, peer: "2001:DB8:0001:2::") == "2001:db8:1:2::/64")
        #expect(try group([], header: nil, peer: "::FFFF:0a00:0009") == "10.0.0.9")
        #expect(try group([], header: nil, peer: "fe80::1%eth0") == "fe80::1%eth0")
        #expect(try group([], header: nil, peer: "") == "")
        #expect(try group([], header: nil, peer: nil) == "unknown")
        #expect(try group([], header: nil, peer: "unknown") == "unknown")
        #expect(ClientAddressRule() == ClientAddressRule(header: nil, hops: 1))
    }

    @Test(
        "is the value that was added that many hops ago, over all lines of the field",
        arguments: [
            (["192.0.2.1"], 1, "192.0.2.1"),
            (["6.6.6.6, 192.0.2.1"], 1, "192.0.2.1"),
            (["6.6.6.6,192.0.2.1, 10.0.0.2"], 2, "192.0.2.1"),
            (["6.6.6.6", "192.0.2.1"], 1, "192.0.2.1"),
            (["6.6.6.6, 192.0.2.1", "10.0.0.2"], 2, "192.0.2.1"),
            (["192.0.2.1", "10.0.0.3, 10.0.0.2"], 3, "192.0.2.1"),
            (["6.6.6.6 ,\t192.0.2.1\t "], 1, "192.0.2.1"),
            (["nonsense, 192.0.2.1"], 1, "192.0.2.1"),
            (["192.0.2.1:4711"], 1, "192.0.2.1"),
            (["2001:db8:1:2::4"], 1, "2001:db8:1:2::/64"),
            (["[2001:db8:1:2::4]"], 1, "2001:db8:1:2::/64"),
            (["[2001:db8:1:2::4]:443"], 1, "2001:db8:1:2::/64"),
            (["[::ffff:192.0.2.1]:443"], 1, "192.0.2.1"),
            (["::ffff:192.0.2.1"], 1, "192.0.2.1"),
        ])
    func fromTheRight(_ lines: [String], _ hops: Int, _ expected: String) throws {
        #expect(try group(lines, hops: hops) == expected)
    }

    @Test(
        "is the connection's if there is no address at that place, whatever stands beside it",
        arguments: [
            ([], 1), ([""], 1), (["192.0.2.1"], 2), (["192.0.2.1,"], 1), (["192.0.2.1", ""], 1), (["192.0.2.1, ,"], 1),
            (["192.0.2.1, , 10.0.0.2"], 2), (["192.0.2.1, unknown"], 1), (["192.0.2.1, example.com:80"], 1),
            (["192.0.2.1 10.0.0.2"], 1), (["for=192.0.2.1"], 1), (["\"192.0.2.1\""], 1), (["192.0.2.1:"], 1),
            (["192.0.2.1:0"], 1), (["192.0.2.1:65536"], 1), (["[192.0.2.1]:80"], 1), (["[::1"], 1), (["[::1]80"], 1),
            (["[::1]:"], 1), (["::1]:80"], 1), (["[fe80::1%25eth0]:80"], 1), (["01.2.3.4"], 1),
        ])
    func fallsBack(_ lines: [String], _ hops: Int) throws { #expect(try group(lines, hops: hops) == "10.0.0.9") }
}
