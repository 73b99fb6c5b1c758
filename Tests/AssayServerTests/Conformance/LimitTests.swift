import AssayServer
import Testing
import TestSupport

@Suite("Too many requests") struct LimitTests {
    private static let debugBody = Array("{\"debug_token\":\"x\"}".utf8)

    @Test("of one kind are refused with when to come back, and taken again then") func refused() async throws {
        try await Site.with { site in
            try await site.serve(flags: [.debugExchangeRateLimit: "3/60s"]) { live async throws in
                let path = live.phone.path("exchangeDebugToken")
                for _ in 0..<3 { try await expectRefused(live.http.post(path, Self.debugBody), "DEBUG_TOKEN_UNKNOWN") }
                let response = try await live.http.post(path, Self.debugBody)
                try expectError(response, 429, "RESOURCE_EXHAUSTED", "RATE_LIMITED")
                #expect(response.headers["retry-after"] == "20")
                // Other methods have buckets of their own.
                #expect(
                    try await live.http.post(live.phone.path("generateAppAttestChallenge"), headers: []).status == 200)
                live.site.clock.advance(by: 19)
                #expect(try await live.http.post(path, Self.debugBody).status == 429)
                live.site.clock.advance(by: 1)
                #expect(try await live.http.post(path, Self.debugBody).status == 403)
                #expect(try await live.http.post(path, Self.debugBody).status == 429)
            }
        }
    }

    @Test("are not helped by made-up names of apps") func madeUpApps() async throws {
        try await Site.with { site in
            try await site.serve(parts: .init(), flags: [.exchangeRateLimit: "5/1h"]) { live async throws in
                var statuses: [Int] = []
                for number in 0..<8 {
                    let phone = live.phone.with(appID: "1:1:ios:\(number)")
                    statuses.append(
                        try await live.http.post(phone.path("generateAppAttestChallenge"), headers: []).status)
                }
                #expect(statuses == [400, 400, 400, 400, 400, 429, 429, 429])
            }
        }
    }

    @Test("are counted for the address that the configured header names") func proxies() async throws {
        try await Site.with { site in
            let flags: [Setting: String] = [.publicRateLimit: "1/1h", .clientAddressHeader: "X-Forwarded-For"]
            try await site.serve(flags: flags) { live async throws in
                func status(_ forwarded: String) async throws -> Int {
                    try await live.http.send("GET", "/v1/jwks", headers: ["X-Forwarded-For: \(forwarded)"]).status
                }
                #expect(try await status("192.0.2.1") == 200)
                #expect(try await status("192.0.2.1") == 429)
                #expect(try await status("192.0.2.2") == 200)
                // Whatever a client writes in front of it is not believed.
                #expect(try await status("203.0.113.9, 192.0.2.2") == 429)
            }
        }
    }

    @Test("of strangers with bad tokens are counted before the tokens are looked at") func guessing() async throws {
        try await Site.with { site in
            try await site.serve(flags: [.adminRateLimit: "2/1h"]) { live async throws in
                for status in [401, 401, 429] {
                    #expect(try await live.stranger.call("GET", "/assay/v1/projects").status == status)
                }
            }
        }
    }

    @Test("do not exist where a limit is off") func off() async throws {
        try await Site.with { site in
            try await site.serve(flags: [.publicRateLimit: "off"]) { live async throws in
                for _ in 0..<50 { #expect(try await live.http.get("/v1/jwks").status == 200) }
            }
        }
    }
}
