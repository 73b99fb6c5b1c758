import AssayServer
import Testing
import TestSupport

@Suite("Asking for a challenge") struct ChallengeTests {
    @Test("is answered for no body, for {} and for an empty body that is called JSON") func emptyMessages() async throws
    {
        try await LiveServer.with { live async throws in
            let target = live.phone.path("generateAppAttestChallenge")
            let json = ["Content-Type: application/json"]
            var seen: Set<String> = []
            for (body, headers) in [("", []), ("{}", json), ("", json), (" \r\n", json), ("{}", [])] {
                let response = try await live.http.post(target, Array(body.utf8), headers: headers)
                #expect(response.status == 200)
                #expect(response.headers["content-type"] == "application/json; charset=UTF-8")
                #expect(response.headers["cache-control"] == "no-store")
                let answer: ChallengeAnswer = try response.decoded()
                #expect(answer.ttl == "300s")
                #expect(isPaddedStandardBase64(answer.challenge))
                #expect(try bytes(base64: answer.challenge).count >= 16)
                seen.insert(answer.challenge)
            }
            #expect(seen.count == 5)
        }
    }

    @Test("is not a GET, and says so in JSON") func otherMethods() async throws {
        try await LiveServer.with { live async throws in
            for verb in [
                "generateAppAttestChallenge", "exchangeAppAttestAttestation", "exchangeAppAttestAssertion",
            ] {
                for method in ["GET", "PUT", "PATCH", "DELETE", "post"] {
                    let response = try await live.http.send(method, live.phone.path(verb), [])
                    try expectError(response, 405, "UNIMPLEMENTED", "METHOD_NOT_ALLOWED", "\(method) \(verb)")
                    #expect(response.headers["allow"] == "POST")
                }
            }
        }
    }

    @Test("takes no fields") func unknownField() async throws {
        try await LiveServer.with { live async throws in
            let target = live.phone.path("generateAppAttestChallenge")
            let response = try await live.http.post(target, Array("{\"limitedUse\":true}".utf8))
            try expectError(response, 400, "INVALID_ARGUMENT", "UNKNOWN_FIELD", fields: ["limitedUse"])
        }
    }

    @Test("lasts as long as the setting says") func lifetime() async throws {
        try await Site.with { site async throws in
            try await site.serve(flags: [.challengeTTL: "90s"]) { live async throws in
                let response = try await live.http.post(live.phone.path("generateAppAttestChallenge"), headers: [])
                #expect(try response.decoded(as: ChallengeAnswer.self).ttl == "90s")
                let message = try await live.phone.attestation(of: site.device())
                site.clock.advance(by: 89)
                #expect(try await live.phone.submit(attestation: message).status == 200)
                let late = try await live.phone.attestation(of: site.device())
                site.clock.advance(by: 90)
                try expectRefused(try await live.phone.submit(attestation: late), "CHALLENGE_EXPIRED")
            }
        }
    }
}
