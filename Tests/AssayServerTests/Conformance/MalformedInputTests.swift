import Testing
import TestSupport

@Suite("A malformed request") struct MalformedInputTests {
    struct Fault: Sendable {
        let name: String
        let reason: String
        let fields: [String]
        let change: @Sendable (Message) -> Message

        init(
            _ name: String, _ reason: String, _ fields: [String], _ change: @escaping @Sendable (Message) -> Message
        ) {
            (self.name, self.reason, self.fields, self.change) = (name, reason, fields, change)
        }
    }

    static let faults = [
        Fault("unknown field", "UNKNOWN_FIELD", ["keyid"]) { $0.adding("keyid", "\"AA==\"") },
        Fault("two unknown fields", "UNKNOWN_FIELD", ["a", "b"]) { $0.adding("a", "1").adding("b", "{}") },
        Fault("field of another case", "UNKNOWN_FIELD", ["Challenge"]) { $0.adding("Challenge", "\"AA==\"") },
        Fault("number for bytes", "INVALID_VALUE", ["challenge"]) { $0.with("challenge", "17") },
        Fault("list for bytes", "INVALID_VALUE", ["challenge"]) { $0.with("challenge", "[1]") },
        Fault("text for bool", "INVALID_VALUE", ["limited_use"]) { $0.with("limited_use", "\"true\"") },
        Fault("number for bool", "INVALID_VALUE", ["limited_use"]) { $0.with("limited_use", "1") },
        Fault("bad character", "INVALID_VALUE", ["challenge"]) { $0.with("challenge", "\"AAA!\"") },
        Fault("white space", "INVALID_VALUE", ["challenge"]) { $0.with("challenge", "\"AA AA\"") },
        Fault("line break", "INVALID_VALUE", ["challenge"]) { $0.with("challenge", "\"AAAA\\nAAAA\"") },
        Fault("both alphabets", "INVALID_VALUE", ["challenge"]) { $0.with("challenge", "\"+_+_\"") },
        Fault("impossible length", "INVALID_VALUE", ["challenge"]) { $0.with("challenge", "\"AAAAA\"") },
        Fault("padding too long", "INVALID_VALUE", ["challenge"]) { $0.with("challenge", "\"AAA==\"") },
        Fault("padding inside", "INVALID_VALUE", ["challenge"]) { $0.with("challenge", "\"A=AA\"") },
        Fault("challenge missing", "MISSING_FIELD", ["challenge"]) { $0.with("challenge", nil) },
        Fault("challenge null", "MISSING_FIELD", ["challenge"]) { $0.with("challenge", "null") },
        Fault("challenge empty", "MISSING_FIELD", ["challenge"]) { $0.with("challenge", "\"\"") },
        Fault("one name twice", "INVALID_JSON", [""]) { $0.adding("challenge", "\"AA==\"") },
    ]

    static let attestationFaults =
        faults + [
            Fault("both spellings", "DUPLICATE_FIELD", ["key_id"]) { $0.adding("keyId", $0["key_id"] ?? "") },
            Fault("key id missing", "MISSING_FIELD", ["key_id"]) { $0.with("key_id", nil) },
            Fault("statement missing", "MISSING_FIELD", ["attestation_statement"]) {
                $0.with("attestation_statement", nil)
            },
            Fault("field of the other exchange", "UNKNOWN_FIELD", ["artifact"]) { $0.adding("artifact", "\"AA==\"") },
        ]

    static let assertionFaults =
        faults + [
            Fault("both spellings", "DUPLICATE_FIELD", ["limited_use"]) { $0.adding("limitedUse", "false") },
            Fault("artifact missing", "MISSING_FIELD", ["artifact"]) { $0.with("artifact", nil) },
            Fault("assertion missing", "MISSING_FIELD", ["assertion"]) { $0.with("assertion", nil) },
            Fault("field of the other exchange", "UNKNOWN_FIELD", ["key_id"]) { $0.adding("key_id", "\"AA==\"") },
        ]

    @Test("for an attestation is 400, names the field, and uses nothing up") func attestations() async throws {
        try await LiveServer.with { live async throws in
            let message = try await live.phone.attestation(of: live.site.device())
            for fault in Self.attestationFaults {
                let response = try await live.phone.submit(attestation: fault.change(message))
                try expectError(
                    response, 400, "INVALID_ARGUMENT", fault.reason, fields: fault.fields, fault.name)
            }
            #expect(try await live.phone.submit(attestation: message).status == 200)
        }
    }

    @Test("for an assertion is 400, names the field, and uses nothing up") func assertions() async throws {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            let artifact = try await live.phone.register(device).artifactBytes
            let message = try await live.phone.assertion(of: device, artifact: artifact, counter: 1)
            for fault in Self.assertionFaults {
                let response = try await live.phone.submit(assertion: fault.change(message))
                try expectError(
                    response, 400, "INVALID_ARGUMENT", fault.reason, fields: fault.fields, fault.name)
            }
            #expect(try await live.phone.submit(assertion: message).status == 200)
        }
    }

    @Test("that is no JSON object is 400") func malformedJSON() async throws {
        try await LiveServer.with { live async throws in
            for body in [
                "null", "[]", "\"{}\"", "1", "true", "{", "{}}", "{} {}", "{'a':1}", "{\"a\":1,}", "{a:1}",
                "\u{FEFF}{}",
                "{\"limited_use\":True}", "// {}", "challenge=AA",
            ] {
                for verb in [
                    "generateAppAttestChallenge", "exchangeAppAttestAttestation", "exchangeAppAttestAssertion",
                ] {
                    let response = try await live.http.post(live.phone.path(verb), Array(body.utf8))
                    try expectError(response, 400, "INVALID_ARGUMENT", "INVALID_JSON", fields: [""], "\(verb) \(body)")
                }
            }
            let response = try await live.http.post(
                live.phone.path("generateAppAttestChallenge"), [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D])
            try expectError(response, 400, "INVALID_ARGUMENT", "INVALID_JSON", fields: [""])
        }
    }

    @Test("with a query parameter that no method has is 400") func unknownParameters() async throws {
        try await LiveServer.with { live async throws in
            for (query, field) in [
                ("?Key=1", "Key"), ("?key=1&limitedUse=true", "limitedUse"), ("?challenge=AA", "challenge"),
                ("?alt=media", "alt"), ("?alt=proto", "alt"), ("?prettyPrint=yes", "prettyPrint"),
                ("?callback=f", "callback"), ("?$.xgafv=3", "$.xgafv"), ("?a%3Db=1", "a=b"), ("?key=%", ""),
            ] {
                for target in [live.phone.path("generateAppAttestChallenge") + query] {
                    let response = try await live.http.post(target)
                    try expectError(
                        response, 400, "INVALID_ARGUMENT", "INVALID_QUERY", fields: [field], query)
                }
                let response = try await live.http.get("/v1/jwks\(query)")
                try expectError(response, 400, "INVALID_ARGUMENT", "INVALID_QUERY", fields: [field], query)
            }
        }
    }
}
