import AppAttestSimulator
import AppCheck
import AppCheckTokens
import Storage
import Testing
import TestSupport

@Suite("An artifact") struct RestartTests {
    @Test("outlives a restart, and so do counters, used challenges and tokens") func restart() async throws {
        try await Site.with { site async throws in
            let device = try site.device()
            var artifact: [UInt8] = []
            var (used, unused): ([UInt8], [UInt8]) = ([], [])
            var token = ""
            try await site.serve { live async throws in
                artifact = try await live.phone.register(device).artifactBytes
                (used, unused) = (try await live.phone.challenge(), try await live.phone.challenge())
                let message = try await live.phone.assertion(
                    of: device, artifact: artifact, counter: 4, challenge: used)
                let answer: TokenAnswer = try await live.phone.submit(assertion: message).decoded()
                token = answer.token
            }
            let artifactOfBefore = artifact
            for (challenge, counter, reason) in [(used, 5, "CHALLENGE_USED"), (unused, 4, "COUNTER_STALE")] {
                try await site.serve { live async throws in
                    let message = try await live.phone.assertion(
                        of: device, artifact: artifactOfBefore, counter: UInt32(counter), challenge: challenge)
                    try expectRefused(try await live.phone.submit(assertion: message), reason)
                }
            }
            let (unusedOfBefore, tokenOfBefore) = (unused, token)
            try await site.serve { live async throws in
                #expect(try await live.verify(tokenOfBefore).appID == Site.appID)
                let message = try await live.phone.assertion(
                    of: device, artifact: artifactOfBefore, counter: 5, challenge: unusedOfBefore)
                #expect(try await live.phone.submit(assertion: message).status == 200)
            }
        }
    }

    @Test("outlives the row of its key: the key is stored again with the counter received") func lostRow() async throws
    {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            let artifact = try await live.phone.register(device).artifactBytes
            #expect(try await live.phone.assert(device, artifact: artifact, counter: 9).status == 200)
            try live.site.loseKeys()
            #expect(try await live.phone.assert(device, artifact: artifact, counter: 10).status == 200)
            let stored = try #require(try await live.site.store.attestedKey(device.keyID))
            #expect(stored.counter == 10)
            #expect(stored.key.publicKey == device.publicKeyX963)
            #expect(stored.key.appID == Site.appID)
            try expectRefused(try await live.phone.assert(device, artifact: artifact, counter: 10), "COUNTER_STALE")
        }
    }

    @Test("outlives the registration of its app") func appAddedAgain() async throws {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            let artifact = try await live.phone.register(device).artifactBytes
            try live.site.raw.run("DELETE FROM apps")
            let message = Message.assertion([1], artifact: artifact, challenge: [2])
            try expectError(
                try await live.phone.submit(assertion: message), 400, "FAILED_PRECONDITION", "APP_NOT_REGISTERED")
            try await live.site.register(Site.appID)
            #expect(try await live.phone.assert(device, artifact: artifact, counter: 1).status == 200)
        }
    }

    @Test("has no time limit") func age() async throws {
        try await Site.with { site async throws in
            let device = try site.device()
            var artifact: [UInt8] = []
            try await site.serve { live in artifact = try await live.phone.register(device).artifactBytes }
            let old = artifact
            site.clock.advance(by: 5 * 366 * 86_400)
            try await site.serve { live async throws in
                #expect(try await live.phone.assert(device, artifact: old, counter: 1).status == 200)
            }
        }
    }
}
