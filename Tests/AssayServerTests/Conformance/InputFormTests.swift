import AppAttestSimulator
import AppCheck
import Storage
import Testing
import TestSupport

@Suite("A request's form") struct InputFormTests {
    struct Form: Sendable {
        let name: String
        let change: @Sendable (Message) -> Message

        init(_ name: String, _ change: @escaping @Sendable (Message) -> Message) {
            (self.name, self.change) = (name, change)
        }
    }

    static let forms = [
        Form("as iOS sends it") { $0 },
        Form("camelCase") { $0.mapNames(camelCased) },
        Form("plain slashes") { $0.mapTexts { $0.replacing("\\/", with: "/") } },
        Form("URL-safe") { $0.mapTexts(urlSafe) },
        Form("unpadded") { $0.mapTexts { $0.replacing("=", with: "") } },
        Form("URL-safe and unpadded") { $0.mapTexts { urlSafe($0).replacing("=", with: "") } },
        Form("escaped by code point") {
            $0.mapTexts { $0.replacing("=", with: "\\u003d").replacing("+", with: "\\u002B") }
        },
        Form("without limited_use") { $0.with("limited_use", nil) },
        Form("limited_use null") { $0.with("limited_use", "null") },
        Form("members reversed") { Message($0.members.reversed()) },
    ]

    @Test("does not matter to an attestation: every spelling gets the same key registered") func attestations()
        async throws
    {
        try await LiveServer.with { live async throws in
            for form in Self.forms {
                let device = try live.site.device()
                let message = form.change(try await live.phone.attestation(of: device))
                let response = try await live.phone.submit(attestation: message)
                #expect(response.status == 200, "\(form.name)")
                let answer: AttestationAnswer = try response.decoded()
                #expect(isPaddedStandardBase64(answer.artifact))
                #expect(answer.appCheckToken.ttl == "3600s")
                #expect(try await live.site.store.attestedKey(device.keyID)?.key.publicKey == device.publicKeyX963)
            }
        }
    }

    @Test("does not matter to an assertion") func assertions() async throws {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            let artifact = try await live.phone.register(device).artifactBytes
            for (index, form) in Self.forms.enumerated() {
                let message = try await live.phone.assertion(
                    of: device, artifact: artifact, counter: UInt32(index + 1))
                let response = try await live.phone.submit(assertion: form.change(message))
                #expect(response.status == 200, "\(form.name)")
                #expect(try response.decoded(as: TokenAnswer.self).ttl == "3600s")
            }
        }
    }

    @Test("of one submission may change between its repetitions: it is the same one") func repetition() async throws {
        try await LiveServer.with { live async throws in
            let message = try await live.phone.attestation(of: live.site.device())
            for form in Self.forms {
                let response = try await live.phone.submit(attestation: form.change(message))
                #expect(response.status == 200, "\(form.name)")
            }
            #expect(try live.site.raw.number("SELECT count(*) FROM attested_keys") == 1)
        }
    }

    private static func camelCased(_ name: String) -> String {
        ["key_id": "keyId", "attestation_statement": "attestationStatement", "limited_use": "limitedUse"][name] ?? name
    }

    private static func urlSafe(_ json: String) -> String {
        json.replacing("\\/", with: "_").replacing("+", with: "-")
    }
}
