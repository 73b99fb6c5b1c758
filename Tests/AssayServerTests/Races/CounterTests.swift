import AppAttestSimulator
import AppCheck
import Storage
import Testing
import TestSupport

@Suite("A counter") struct CounterTests {
    @Test("may skip ahead and never goes back; a refused one uses up no challenge") func skipping() async throws {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            let artifact = try await live.phone.register(device).artifactBytes
            try expectRefused(try await live.phone.assert(device, artifact: artifact, counter: 0), "COUNTER_STALE")
            #expect(try await live.phone.assert(device, artifact: artifact, counter: 7).status == 200)
            let challenge = try await live.phone.challenge()
            for counter: UInt32 in [2, 3, 4, 5, 6, 7, 0] {
                let message = try await live.phone.assertion(
                    of: device, artifact: artifact, counter: counter, challenge: challenge)
                try expectRefused(try await live.phone.submit(assertion: message), "COUNTER_STALE", "\(counter)")
            }
            let next = try await live.phone.assertion(of: device, artifact: artifact, counter: 8, challenge: challenge)
            #expect(try await live.phone.submit(assertion: next).status == 200)
        }
    }

    @Test("ends at 4294967295: that one is taken, and nothing after it") func end() async throws {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            let artifact = try await live.phone.register(device).artifactBytes
            #expect(try await live.phone.assert(device, artifact: artifact, counter: 0x7FFF_FFFF).status == 200)
            #expect(try await live.phone.assert(device, artifact: artifact, counter: 0x8000_0000).status == 200)
            #expect(try await live.phone.assert(device, artifact: artifact, counter: 0xFFFF_FFFF).status == 200)
            for counter: UInt32 in [0xFFFF_FFFF, 0xFFFF_FFFE, 0x8000_0000, 1, 0] {
                try expectRefused(
                    try await live.phone.assert(device, artifact: artifact, counter: counter), "COUNTER_STALE")
            }
            #expect(try await live.site.store.attestedKey(device.keyID)?.counter == 0xFFFF_FFFF)
        }
    }
}
