import AppAttest
import AppCheck
import AppleServices
import TestSupport
import Testing

@Suite("Where receipts are sent") struct EndpointTests {
    @Test("is Apple's host for the key's environment, unless it is replaced") func apple() throws {
        #expect(ReceiptEndpoint.production.url == "https://data.appattest.apple.com/v1/attestationData")
        #expect(ReceiptEndpoint.development.url == "https://data-development.appattest.apple.com/v1/attestationData")
        let (production, development) = (ReceiptEndpoint.production, ReceiptEndpoint.development)
        #expect(ReceiptEndpoint(production.url) == production)
        #expect(ReceiptEndpoint(development.url) == development)
        let bench = try Bench()
        let other = try endpoint("http://127.0.0.1:1")
        #expect(try bench.service(production: production, development: development).isApple)
        #expect(try bench.service(production: other, development: development).isApple)
        #expect(try bench.service(production: production, development: other).isApple)
        #expect(try !bench.service(production: other, development: other).isApple)
        #expect(try endpoint("https://DATA.appattest.apple.com/v2").isApple)
    }

    @Test("follows from the environment that the key was attested in, and from nothing else") func environments()
        async throws
    {
        let bench = try Bench()
        func apple(_ body: String) -> ScriptedApple {
            ScriptedApple(bench.keys, clock: bench.clock, answers: [.answer("200 OK", body)])
        }
        let (production, development) = (apple("cHJvZA=="), apple("ZGV2"))
        try await ScriptedServer.with(production.react) { first in
            try await ScriptedServer.with(development.react) { second in
                let service = try bench.service(
                    production: endpoint(first.url), development: endpoint(second.url))
                #expect(await service.ask(.production) == .receipt(Array("prod".utf8)))
                #expect(await service.ask(.development) == .receipt(Array("dev".utf8)))
                #expect(await service.ask(.production) == .receipt(Array("prod".utf8)))
                #expect([production.tokens.count, development.tokens.count] == [2, 1])
                #expect(production.faults + development.faults == [])
            }
        }
    }

    @Test(
        "may be any https URL, and one with http on this machine",
        arguments: [
            ("https://apple.example.com/v1/attestationData", false), ("https://example.com:8443", false),
            ("http://127.0.0.1:8080/v1/attestationData", true), ("http://127.9.9.9", true), ("http://[::1]:80/x", true),
            ("http://[::ffff:127.0.0.1]:80/x", true), ("https://127.0.0.1/x", true),
        ])
    func accepted(_ text: String, _ isLoopback: Bool) throws {
        let endpoint = try endpoint(text)
        #expect(endpoint.url == text)
        #expect(endpoint.isLoopback == isLoopback)
        #expect(!endpoint.isApple)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "data.appattest.apple.com", "http://data.appattest.apple.com/v1/attestationData",
            "http://localhost:8080",
            "http://127.0.0.1.example.com/", "http://126.0.0.1", "http://128.0.0.1", "http://[::2]", "http://10.0.0.1",
            "ftp://127.0.0.1/", "HTTPS://example.com", "https://", "https:///x", "https://user@example.com/",
            "https://user:word@127.0.0.1/", "http://127.0.0.1@example.com/", "https://example.com/?a=b",
            "https://example.com/#a", "https://example.com/a b", "https://example.com/\r\nX: y",
            "https://example.com:0/",
            "https://example.com:65536/", "http://0177.0.0.1/", "http://127.1/", "http://2130706433/",
            "http://[::1%25lo]/", "https://example.com/x/",
        ])
    func refused(_ text: String) { #expect(ReceiptEndpoint(text) == nil) }
}
