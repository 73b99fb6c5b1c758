import AppAttest
import AppAttestSimulator
import AppCheck
import Storage
import Testing
import TestSupport

@Suite("25 copies of one request at once") struct RaceTests {
    @Test("register the key of an attestation once, and all get the same answer") func attestation() async throws {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            let message = try await live.phone.attestation(of: device)
            let responses = try await atOnce(25) { _ in try await live.phone.submit(attestation: message) }
            var claims: Set<[Int64]> = []
            for response in responses {
                #expect(response.status == 200)
                let answer: AttestationAnswer = try response.decoded()
                let read = try TokenClaims(of: answer.appCheckToken.token)
                claims.insert([read.iat, read.exp])
            }
            #expect(claims == [[1_768_478_400, 1_768_482_000]])
            let database = try live.site.raw
            #expect(try database.number("SELECT count(*) FROM attested_keys") == 1)
            #expect(try database.number("SELECT count(*) FROM redemptions") == 1)
            #expect(try await live.site.store.attestedKey(device.keyID)?.counter == 0)
            // Every one of the artifacts is good, whichever copy's answer reached the phone.
            for (index, response) in responses.enumerated() {
                let artifact = try response.decoded(as: AttestationAnswer.self).artifactBytes
                let counter = UInt32(index + 1)
                #expect(try await live.phone.assert(device, artifact: artifact, counter: counter).status == 200)
            }
        }
    }

    @Test("of an assertion come to one token, and the others are told why not") func assertion() async throws {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            let artifact = try await live.phone.register(device).artifactBytes
            let message = try await live.phone.assertion(of: device, artifact: artifact, counter: 1)
            let responses = try await atOnce(25) { _ in try await live.phone.submit(assertion: message) }
            #expect(responses.filter { $0.status == 200 }.count == 1)
            for response in responses where response.status != 200 { try expectRefused(response, "CHALLENGE_USED") }
            #expect(try await live.site.store.attestedKey(device.keyID)?.counter == 1)
        }
    }

    @Test("with one challenge for 25 keys register one of them") func oneChallenge() async throws {
        try await LiveServer.with { live async throws in
            let challenge = try await live.phone.challenge()
            let hash = AttestationVerifier.clientDataHash(ofChallenge: challenge)
            let responses = try await atOnce(25) { _ in
                let device = try live.site.device()
                let object = try device.attest(clientDataHash: hash, at: live.site.clock.date)
                return try await live.phone.submit(
                    attestation: .attestation(object, keyID: device.keyID, challenge: challenge))
            }
            #expect(responses.filter { $0.status == 200 }.count == 1)
            for response in responses where response.status != 200 { try expectRefused(response, "CHALLENGE_USED") }
            #expect(try live.site.raw.number("SELECT count(*) FROM attested_keys") == 1)
        }
    }

    @Test("with one counter over 25 challenges come to one token") func oneCounter() async throws {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            let artifact = try await live.phone.register(device).artifactBytes
            let responses = try await atOnce(25) { _ in
                try await live.phone.assert(device, artifact: artifact, counter: 9)
            }
            #expect(responses.filter { $0.status == 200 }.count == 1)
            for response in responses where response.status != 200 { try expectRefused(response, "COUNTER_STALE") }
        }
    }

    @Test("of a key that the store lost come to one token too") func lostKey() async throws {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            let artifact = try await live.phone.register(device).artifactBytes
            try live.site.loseKeys()
            let message = try await live.phone.assertion(of: device, artifact: artifact, counter: 3)
            let responses = try await atOnce(25) { _ in try await live.phone.submit(assertion: message) }
            #expect(responses.filter { $0.status == 200 }.count == 1)
            #expect(try await live.site.store.attestedKey(device.keyID)?.counter == 3)
        }
    }
}
