import AssayServer
import StrictJSON
import TestSupport
import Testing

@Suite("A body with the header Content-Encoding") struct ContentEncodingTests {
    /// A member of gzip that holds the bytes as they are (RFC 1951 section 3.2.4), at most 65,535 of them.
    private static func gzip(_ text: String) -> [UInt8] {
        let content = Array(text.utf8)
        func little(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        var checksum = UInt32.max
        for byte in content {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return bytes("1f8b08000000000000ff 01") + little(content.count, 2) + little(~content.count, 2) + content
            + little(Int(~checksum), 4) + little(content.count, 4)
    }

    private static let json = "Content-Type: application/json"

    @Test("gzip gives a token as without", arguments: ["gzip", "GZIP", "x-gzip", "X-GZip", "identity", nil])
    func exchange(_ coding: String?) async throws {
        try await LiveServer.with { live async throws in
            let message = try await live.phone.attestation(of: live.site.device())
            let isCompressed = coding.map { $0 != "identity" } ?? false
            let body = isCompressed ? Self.gzip(String(decoding: message.bytes, as: UTF8.self)) : message.bytes
            let response = try await live.http.post(
                live.phone.path("exchangeAppAttestAttestation"), body,
                headers: [Self.json] + (coding.map { ["Content-Encoding: \($0)"] } ?? []))
            #expect(response.status == 200, "\(response.text)")
            #expect(try response.decoded(as: AttestationAnswer.self).artifact.isEmpty == false)
        }
    }

    @Test("gzip changes a resource, as Google's Java clients ask for it") func patch() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let path = "/v1/projects/shop/services/orders.example.com"
            let headers = [Self.json, "Content-Encoding: gzip", "Authorization: Bearer \(admin.token ?? "")"]
            for (method, mode, more) in [
                ("PATCH", "ENFORCED", []), ("POST", "UNENFORCED", ["X-HTTP-Method-Override: PATCH"]),
            ] {
                let response = try await live.http.send(
                    method, "\(path)?updateMask=enforcementMode", Self.gzip("{\"enforcementMode\":\"\(mode)\"}"),
                    headers: headers + more)
                #expect(response.status == 200, "\(response.text)")
                #expect(try await admin.object("GET", path).string("enforcementMode") == mode)
            }
        }
    }

    @Test("gzip may hold the query of a GET that is sent as a POST") func query() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let path = "/v1/projects/shop/apps/-/appAttestConfig:batchGet"
            let body = Self.gzip("alt=json&names=projects/shop/apps/\(Site.appID)/appAttestConfig")
            let headers = [
                "X-HTTP-Method-Override: GET", "Content-Type: application/x-www-form-urlencoded",
            ]
            let bearer = "Authorization: Bearer \(admin.token ?? "")"
            let response = try await live.http.post(
                path, body, headers: headers + ["Content-Encoding: gzip", bearer])
            #expect(response.status == 200, "\(response.text)")
            #expect(response.text.contains(Site.appID))

            let other = try await live.http.post(path, body, headers: headers + ["Content-Encoding: br", bearer])
            try expectError(other, 415, "INVALID_ARGUMENT", "UNSUPPORTED_ENCODING")
            let unnamed = try await live.http.post(path, body, headers: headers + [bearer])
            try expectError(unnamed, 400, "INVALID_ARGUMENT", "INVALID_QUERY", fields: [""])
            let stranger = try await live.http.post(path, body, headers: headers + ["Content-Encoding: br"])
            try expectError(stranger, 401, "UNAUTHENTICATED", "UNAUTHENTICATED")
        }
    }

    @Test("gzip is refused when it is damaged, cut off, followed by something or not there") func malformed()
        async throws
    {
        try await LiveServer.with { live async throws in
            let path = live.phone.path("exchangeDebugToken")
            let whole = Self.gzip(#"{"debugToken":"x"}"#)
            for body in [
                [], Array("{}".utf8), whole.dropLast(), whole + [0], whole.dropLast(8) + whole.suffix(8).reversed(),
            ] {
                let response = try await live.http.post(
                    path, Array(body), headers: [Self.json, "Content-Encoding: gzip"])
                try expectError(response, 400, "INVALID_ARGUMENT", "MALFORMED_ENCODING", fields: [""])
            }
            let unnamed = try await live.http.post(path, whole)
            try expectError(unnamed, 400, "INVALID_ARGUMENT", "INVALID_JSON")
        }
    }

    @Test("gzip has the limit of bodies when it is inflated") func tooLarge() async throws {
        try await LiveServer.with { live async throws in
            // 65,536 and 65,537 spaces, by Python.
            func zeros(_ count: Int) -> String { String(repeating: "00", count: count) }
            let most = bytes("1f8b0800000000000203edc18100000000802095fd2917a90a \(zeros(63)) 6a94192cb400000100")
            let more = bytes("1f8b0800000000000203edc18100000000c32095f953fe205501 \(zeros(62)) c00d01b4ba1e01000100")
            let path = live.phone.path("exchangeDebugToken")
            let headers = [Self.json, "Content-Encoding: gzip"]
            let tooLarge = try await live.http.post(path, more, headers: headers)
            try expectError(tooLarge, 413, "INVALID_ARGUMENT", "BODY_TOO_LARGE")
            let listener = try await live.http.post(path, [UInt8](repeating: 0x20, count: 65_537))
            #expect(tooLarge.body == listener.body)
            let largest = try await live.http.post(path, most, headers: headers)
            try expectError(largest, 400, "INVALID_ARGUMENT", "MISSING_FIELD")
        }
    }

    @Test(
        "is refused for any other coding, or more than one",
        arguments: [
            ["Content-Encoding: br"], ["Content-Encoding: deflate"], ["Content-Encoding: gzip, gzip"],
            ["Content-Encoding: gzip", "Content-Encoding: gzip"], ["Content-Encoding: identity, gzip"],
            ["Content-Encoding: gzip;q=1"],
        ])
    func unsupported(_ headers: [String]) async throws {
        try await LiveServer.with { live async throws in
            let path = live.phone.path("exchangeDebugToken")
            let body = Self.gzip(#"{"debugToken":"x"}"#)
            let response = try await live.http.post(path, body, headers: [Self.json] + headers)
            try expectError(response, 415, "INVALID_ARGUMENT", "UNSUPPORTED_ENCODING", fields: [])
            #expect(response.headers["accept-encoding"] == "gzip")
        }
    }

    @Test("is not looked at before the caller is let in") func order() async throws {
        try await LiveServer.with { live async throws in
            let response = try await live.http.send(
                "PATCH", "/v1/projects/shop/services/a.example?updateMask=enforcementMode", [0],
                headers: [Self.json, "Content-Encoding: gzip"])
            try expectError(response, 401, "UNAUTHENTICATED", "UNAUTHENTICATED")
        }
    }
}
