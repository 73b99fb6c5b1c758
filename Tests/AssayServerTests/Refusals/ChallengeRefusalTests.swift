import AppAttest
import AppAttestSimulator
import AppCheck
import Testing
import TestSupport

/// A challenge that is not taken is 403, never 400: a phone would not come back for a day after that.
@Suite("A challenge is refused") struct ChallengeRefusalTests {
    @Test("by an attestation when it was used, with a reason of its own") func usedByAttestation() async throws {
        try await LiveServer.with { live async throws in
            let challenge = try await live.phone.challenge()
            let first = try message(live, challenge)
            #expect(try await live.phone.submit(attestation: first).status == 200)
            try expectRefused(
                try await live.phone.submit(attestation: message(live, challenge)), "CHALLENGE_USED")
        }
    }

    @Test("by an attestation when it ended, was another app's, or was never issued") func attestations() async throws {
        try await LiveServer.with { live async throws in
            let phone = live.phone
            let foreign = try await phone.with(appID: Site.otherAppID).challenge()
            try expectRefused(
                try await phone.submit(attestation: message(live, foreign)), "CHALLENGE_FOR_OTHER_APP")
            for invented in try await Self.invented(phone.challenge()) {
                try expectRefused(
                    try await phone.submit(attestation: message(live, invented)), "CHALLENGE_UNKNOWN")
            }
            let old = try message(live, try await phone.challenge())
            live.site.clock.advance(by: 300)
            try expectRefused(try await phone.submit(attestation: old), "CHALLENGE_EXPIRED")
        }
    }

    @Test("by an assertion when it was used, ended, was another app's, or was never issued") func assertions()
        async throws
    {
        try await LiveServer.with { live async throws in
            let phone = live.phone
            let device = try live.site.device()
            let artifact = try await phone.register(device).artifactBytes
            func answer(_ challenge: [UInt8], _ counter: UInt32) async throws -> RawResponse {
                try await phone.submit(
                    assertion: phone.assertion(
                        of: device, artifact: artifact, counter: counter, challenge: challenge))
            }
            let challenge = try await phone.challenge()
            #expect(try await answer(challenge, 1).status == 200)
            try expectRefused(try await answer(challenge, 2), "CHALLENGE_USED")
            let foreign = try await phone.with(appID: Site.otherAppID).challenge()
            try expectRefused(try await answer(foreign, 2), "CHALLENGE_FOR_OTHER_APP")
            for invented in try await Self.invented(phone.challenge()) {
                try expectRefused(try await answer(invented, 2), "CHALLENGE_UNKNOWN")
            }
            let old = try await phone.challenge()
            live.site.clock.advance(by: 300)
            try expectRefused(try await answer(old, 2), "CHALLENGE_EXPIRED")
            #expect(try await answer(try await phone.challenge(), 2).status == 200)
        }
    }

    @Test("by either exchange when the other used it") func acrossExchanges() async throws {
        try await LiveServer.with { live async throws in
            let phone = live.phone
            let device = try live.site.device()
            let artifact = try await phone.register(device).artifactBytes
            let forAttestation = try await phone.challenge()
            #expect(try await phone.submit(attestation: message(live, forAttestation)).status == 200)
            try expectRefused(
                try await phone.submit(
                    assertion: phone.assertion(
                        of: device, artifact: artifact, counter: 1, challenge: forAttestation)), "CHALLENGE_USED")
            let forAssertion = try await phone.challenge()
            let assertion = try await phone.assertion(
                of: device, artifact: artifact, counter: 1, challenge: forAssertion)
            #expect(try await phone.submit(assertion: assertion).status == 200)
            try expectRefused(try await phone.submit(attestation: message(live, forAssertion)), "CHALLENGE_USED")
        }
    }

    @Test("by another server") func otherServer() async throws {
        try await Site.with { other async throws in
            try await LiveServer.with { live async throws in
                try await other.serve { elsewhere async throws in
                    let challenge = try await elsewhere.phone.challenge()
                    try expectRefused(
                        try await live.phone.submit(attestation: message(live, challenge)), "CHALLENGE_UNKNOWN")
                }
            }
        }
    }

    private func message(_ live: LiveServer, _ challenge: [UInt8]) throws -> Message {
        let device = try live.site.device()
        let object = try device.attest(
            clientDataHash: AttestationVerifier.clientDataHash(ofChallenge: challenge), at: live.site.clock.date)
        return .attestation(object, keyID: device.keyID, challenge: challenge)
    }

    /// What a server never issued: chance, and one of its challenges with any one byte changed or a part missing.
    private static func invented(_ issued: [UInt8]) -> [[UInt8]] {
        let changed = issued.indices.map { index in
            var bytes = issued
            bytes[index] ^= 1
            return bytes
        }
        return changed + [
            [0], [UInt8](repeating: 7, count: issued.count), Array(issued.dropLast()), issued + [0],
            Array(issued.dropFirst()),
        ]
    }
}
