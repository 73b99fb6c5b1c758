import AppAttestSimulator
import AppCheck
import AssayServer
import Storage
import Synchronization
import Testing
import TestSupport

@Suite("A server that stops") struct DrainTests {
    /// Challenges that say when one of them was looked at.
    private struct WatchedChallenges: ChallengeAuthority {
        let looked: AsyncStream<Void>.Continuation

        func issue(for app: RegisteredApp, at now: Int64) throws(ExchangeError) -> IssuedChallenge {
            IssuedChallenge(bytes: Array("watched challenge".utf8), ttl: 300)
        }

        func authenticate(
            _ challenge: [UInt8], for app: RegisteredApp, at now: Int64
        ) throws(ChallengeFault) -> Int64 {
            looked.yield()
            return now + 300
        }
    }

    @Test("answers what is under way, and keeps what it acknowledged") func inFlight() async throws {
        try await Site.with { site async throws in
            let (stream, looked) = AsyncStream<Void>.makeStream()
            let server = try await site.start(parts: .init(challenges: WatchedChallenges(looked: looked)))
            let live = LiveServer(site: site, server: server)
            let device = try site.device()
            let message = try await live.phone.attestation(of: device)
            // The store is held up, so that the exchange is under way for as long as the test wants.
            let other = try site.raw
            try other.holdWrites()
            async let answer = live.phone.submit(attestation: message)
            var looks = stream.makeAsyncIterator()
            await looks.next()
            async let stopped: Void = server.stop()
            try await offPool {
                // The listening socket is closed soon after the call; until then the system still accepts.
                while (try? RawClient(port: server.port)) != nil {}
            }
            try other.release()
            let response = try await answer
            await stopped
            #expect(response.status == 200)
            #expect(response.closes)
            #expect(try await site.store.attestedKey(device.keyID) != nil)
            #expect(site.log.lines.last?.contains("\"event\":\"stopped\"") == true)
        }
    }

    @Test("may be stopped again, and another may have its port and its database") func restart() async throws {
        try await Site.with { site async throws in
            let first = try await site.start(flags: [.listen: "127.0.0.5:0"])
            await first.stop()
            await first.stop()
            let second = try await site.start(flags: [.listen: "127.0.0.5:\(first.port)"])
            #expect(second.port == first.port)
            await second.stop()
        }
    }

    @Test("never began when its port is taken, and says which") func portTaken() async throws {
        try await LiveServer.with { live async throws in
            let port = live.server.port
            do {
                let second = try await live.site.start(flags: [.listen: "127.0.0.1:\(port)"])
                await second.stop()
                Issue.record("it started")
            } catch let error as StartError {
                #expect(
                    error.description
                        == "cannot listen on 127.0.0.1 port \(port): another process does; stop it or choose another port"
                )
            }
        }
    }
}
