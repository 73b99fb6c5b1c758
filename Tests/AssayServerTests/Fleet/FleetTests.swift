import AppAttestSimulator
import AppCheck
import AppCheckTokens
import AssayServer
import Cryptography
import Storage
import StrictJSON
import Testing
import TestSupport

@Suite("Several servers over one database") struct FleetTests {
    /// Runs so many servers until `body` has returned.
    private func withFleet(
        _ count: Int, parts: AssayServer.Parts = .init(), _ body: ([LiveServer]) async throws -> Void
    ) async throws {
        try await Site.with { site async throws in
            var servers: [AssayServer] = []
            for _ in 0..<count { servers.append(try await site.start(parts: parts)) }
            do { try await body(servers.map { LiveServer(site: site, server: $0) }) } catch {
                for server in servers { await server.stop() }
                throw error
            }
            for server in servers { await server.stop() }
        }
    }

    @Test("take each other's challenges and artifacts, and each counts for all") func exchanges() async throws {
        try await withFleet(2) { live async throws in
            let (one, other) = (live[0], live[1])
            let device = try one.site.device()
            let message = try await one.phone.attestation(of: device)
            let answer: AttestationAnswer = try await other.phone.submit(attestation: message).decoded()
            let challenge = try await other.phone.challenge()
            let assertion = try await other.phone.assertion(
                of: device, artifact: answer.artifactBytes, counter: 1, challenge: challenge)
            #expect(try await one.phone.submit(assertion: assertion).status == 200)
            try expectRefused(try await other.phone.submit(assertion: assertion), "CHALLENGE_USED")
            try expectRefused(
                try await other.phone.assert(device, artifact: answer.artifactBytes, counter: 1), "COUNTER_STALE")
        }
    }

    @Test("publish one key set, and use up each other's tokens") func tokens() async throws {
        try await withFleet(2) { live async throws in
            #expect(try await live[0].http.get("/v1/jwks").body == live[1].http.get("/v1/jwks").body)
            let message = try await live[0].phone.attestation(of: live[0].site.device()).with("limited_use", "true")
            let answer: AttestationAnswer = try await live[0].phone.submit(attestation: message).decoded()
            #expect(try await live[1].verify(answer.appCheckToken.token).appID == Site.appID)
            let token = try await live[0].administrator(.verifier).token
            for (server, isUsed) in [(live[1], false), (live[0], true), (live[1], true)] {
                let used = try await Administrator(http: server.http, token: token).object(
                    "POST", "/v1beta/projects/shop:verifyAppCheckToken",
                    "{\"app_check_token\":\"\(answer.appCheckToken.token)\"}")
                #expect((used["alreadyConsumed"] == .bool(true)) == isUsed)
            }
        }
    }

    @Test("all follow a change within three seconds, whichever of them made it") func changes() async throws {
        try await withFleet(2) { live async throws in
            let path = live[1].phone.path("generateAppAttestChallenge")
            #expect(try await live[1].http.post(path).status == 200)
            let administrator = try await live[0].administrator()
            #expect(
                try await administrator.call("DELETE", "/assay/v1/projects/shop/apps/\(Site.appID)").status == 200)
            live[0].site.clock.advance(by: 3)
            try expectError(
                try await live[1].http.post(path), 400, "FAILED_PRECONDITION", "APP_NOT_REGISTERED")
            // A bearer token that one server ends is good for nothing at the other.
            let other = Administrator(http: live[1].http, token: administrator.token)
            #expect(try await other.call("GET", "/assay/v1/projects").status == 200)
            let id = try #require(administrator.token?.split(separator: "_")[1])
            try await live[0].site.administration.revokeAdminToken(String(id), by: Actor("a test"))
            live[0].site.clock.advance(by: 3)
            #expect(try await other.call("GET", "/assay/v1/projects").status == 401)
        }
    }

    @Test("rotate once, and each shows a key before any signs with it", .timeLimit(.minutes(1)))
    func rotation() async throws {
        var parts = AssayServer.Parts()
        parts.pauses.rotation = .milliseconds(2)
        try await withFleet(3, parts: parts) { live async throws in
            let site = live[0].site
            func kids(_ server: LiveServer) async throws -> Set<String> {
                Set(try await JWKSet(json: server.http.get("/v1/jwks").body).keys.map(\.kid))
            }
            func wait(for count: Int) async throws -> Set<String> {
                for server in live { while try await kids(server).count != count {} }
                return try await kids(live[0])
            }
            let first = try await wait(for: 1)
            // Seconds before the first of all has signed for 30 days: 6 hours and a half, when the next is published.
            site.clock.advance(by: 30 * 86_400 - 23_400)
            let announced = try await wait(for: 2)
            #expect(first.isSubset(of: announced))
            for server in live { #expect(try await kids(server) == announced) }
            for server in live {
                let token = try await server.phone.register(site.device()).appCheckToken.token
                #expect(try keyID(ofToken: token).map { first.contains($0) } == true)
            }
            site.clock.advance(by: 23_400)
            for server in live {
                while true {
                    let token = try await server.phone.register(site.device()).appCheckToken.token
                    let kid = try #require(try keyID(ofToken: token))
                    #expect(announced.contains(kid))
                    if !first.contains(kid) { break }
                }
            }
            for server in live { #expect(try await kids(server) == announced) }
            #expect(try await site.store.keys(.tokenSigning).count == 2)
        }
    }

    @Test("with different master keys that begin at once: one starts, and the others are told what is wrong")
    func masterKeys() async throws {
        for _ in 1...5 {
            try await TemporaryFolder.with { folder in
                try await Site.with { site async throws in
                    let outcomes = try await atOnce(3) { number in
                        do {
                            let server = try await AssayServer.start(
                                ServerConfiguration(flags: [.listen: "127.0.0.1:0"]),
                                over: .file(path: folder.file("assay.db")),
                                masterKey: SymmetricKey([UInt8](repeating: UInt8(number), count: 32)),
                                surroundings: site.surroundings, log: site.newLog())
                            await server.stop()
                            return ""
                        } catch let error as StartError {
                            return error.description
                        }
                    }
                    #expect(outcomes.count { $0.isEmpty } == 1)
                    #expect(outcomes.count { $0.contains("need the same") } == 2)
                }
            }
        }
    }
}
